import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Links classes, which verifies them, and prints one line for each that fails: "VERIFY class: message" when its bytes
 * are at fault, "UNRESOLVED class: message" when something it needs is missing. The last line is "LINKED n".
 *
 * <p>Verify NAMES [FOLDER...]: NAMES lists classes, one a line; the folders and jars form the class path.
 */
public final class Verify {
    public static void main(String[] args) throws IOException {
        URL[] path = new URL[args.length - 1];
        for (int i = 1; i < args.length; i++) {
            path[i - 1] = url(Path.of(args[i]));
        }
        ClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        List<String> names = Files.readAllLines(Path.of(args[0]));
        PrintStream out = System.out;
        int linked = 0;
        for (String name : names) {
            try {
                // Asking for its methods links a class without running its initialiser.
                Class.forName(name, false, loader).getDeclaredMethods();
                linked++;
            } catch (VerifyError | ClassFormatError e) {
                out.println("VERIFY " + name + ": " + firstLine(e));
            } catch (LinkageError | ClassNotFoundException | TypeNotPresentException e) {
                out.println("UNRESOLVED " + name + ": " + firstLine(e));
            }
        }
        out.println("LINKED " + linked);
    }

    private static String firstLine(Throwable problem) {
        return problem.toString().replace('\n', '|');
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
