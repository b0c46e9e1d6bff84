import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies the classes of modules out of the running JDK: Extract FOLDER MODULE... */
public final class Extract {
    public static void main(String[] args) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (int i = 1; i < args.length; i++) {
            Path module = image.getPath("/modules", args[i]);
            Path folder = Path.of(args[0], args[i]);
            List<Path> classes;
            try (Stream<Path> files = Files.walk(module)) {
                classes = files.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : classes) {
                Path copy = folder.resolve(module.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
