import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many small programs in one virtual machine, which is ten times faster than one javac for each.
 *
 *     java CompileAll.java LIST
 *
 * LIST holds one program a line: source folder and class folder, separated by a tab. Sources are the .java files directly
 * in the folder; they see what was compiled into the class folder before. Prints what failed, and exits with 1 if anything did.
 */
public class CompileAll {
    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean failed = false;
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] folders = line.split("\t");
            try (Stream<Path> files = Files.list(Path.of(folders[0]));
                    var manager = compiler.getStandardFileManager(null, null, null)) {
                List<Path> sources = files.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .collect(Collectors.toList());
                Files.createDirectories(Path.of(folders[1]));
                StringWriter problems = new StringWriter();
                boolean done = compiler.getTask(
                        problems,
                        manager,
                        null,
                        List.of("-g", "-Xlint:-options", "-proc:none", "-encoding", "UTF-8", "-cp", folders[1], "-d", folders[1]),
                        null,
                        manager.getJavaFileObjectsFromPaths(sources)).call();
                if (!done) {
                    failed = true;
                    System.out.println(folders[0] + ":\n" + problems);
                }
            }
        }
        System.exit(failed ? 1 : 0);
    }
}
