import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Compiles mutants of a class and runs its test with each of them, in one virtual machine.
 *
 *     java -cp JUNIT TryMutants.java CLASSPATH TEST-CLASS SECONDS FOLDER…
 *
 * Each folder holds the only source file of a mutant, by its package; its classes go to the folder's `classes` and come before CLASSPATH. Prints for each folder
 * a line with its path, a tab, and `killed`, or why the mutant is of no use.
 */
public class TryMutants {
    public static void main(String[] arguments) throws Exception {
        List<String> given = List.of(arguments);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (String folder : given.subList(3, given.size())) {
            out.println(folder + "\t" + outcome(Path.of(folder), given.get(0), given.get(1), Long.parseLong(given.get(2))));
            out.flush();
        }
        // Threads of endless mutants are still running.
        Runtime.getRuntime().halt(0);
    }

    private static String outcome(Path folder, String classPath, String test, long seconds) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        if (!compiles(folder, classes, classPath)) {
            return "it does not compile";
        }
        FutureTask<Boolean> passes = new FutureTask<>(() -> passes(classes, classPath, test));
        Thread thread = new Thread(null, passes, "trial", 16L << 20);
        thread.setDaemon(true);
        thread.start();
        try {
            return passes.get(seconds, TimeUnit.SECONDS) ? "no test fails" : "killed";
        } catch (ExecutionException error) {
            return "killed";
        } catch (TimeoutException error) {
            stop(thread);
            return "the test does not end";
        }
    }

    /** Ends a thread by force where the virtual machine still can (before Java 20): it would slow the trials after it down. */
    @SuppressWarnings("removal")
    private static void stop(Thread thread) {
        try {
            thread.stop();
        } catch (UnsupportedOperationException error) {
            // It goes on as a daemon.
        }
    }

    private static boolean compiles(Path folder, Path classes, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-implicit:none", "-sourcepath", "",
                "-cp", classPath, "-d", classes.toString());
        try (Stream<Path> files = Files.walk(folder); var manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toList());
            var units = manager.getJavaFileObjectsFromPaths(sources);
            return compiler.getTask(new StringWriter(), manager, null, options, null, units).call();
        }
    }

    private static boolean passes(Path classes, String classPath, String test) throws Exception {
        List<URL> urls = new ArrayList<>();
        urls.add(classes.toUri().toURL());
        for (String entry : classPath.split(":")) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), TryMutants.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Class.forName(test, false, loader)))
                .build();
        var listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        var summary = listener.getSummary();
        return summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
    }
}
