import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies one in N classes of modules out of the running JDK, spread evenly: Extract N FOLDER MODULE... */
public final class Extract {
    public static void main(String[] args) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        int oneIn = Integer.parseInt(args[0]);
        for (int i = 2; i < args.length; i++) {
            Path module = image.getPath("/modules", args[i]);
            Path folder = Path.of(args[1], args[i]);
            List<Path> classes;
            try (Stream<Path> files = Files.walk(module)) {
                classes = files.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : classes) {
                String name = module.relativize(file).toString();
                if (Math.floorMod(name.hashCode(), oneIn) != 0) {
                    continue;
                }
                Path copy = folder.resolve(name);
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
