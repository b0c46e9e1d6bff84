package elenchus;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources in memory. */
final class Compiler {
    private Compiler() {}

    /** The classes of some sources, by their names. */
    static Map<String, byte[]> compile(Map<String, String> sources, String classPath) throws Cannot {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Cannot("there is no compiler; a JDK is needed, not only a Java run time");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Kept kept = new Kept(compiler.getStandardFileManager(problems, null, null));
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(new Text(name, text)));
        List<String> options = List.of("-cp", classPath, "-proc:none", "-nowarn", "-encoding", "UTF-8");
        if (!compiler.getTask(null, kept, problems, options, null, files).call()) {
            for (Diagnostic<?> problem : problems.getDiagnostics()) {
                if (problem.getKind() == Diagnostic.Kind.ERROR) {
                    throw new Cannot("what was written does not compile: " + problem.getMessage(Locale.ROOT));
                }
            }
            throw new Cannot("what was written does not compile");
        }
        Map<String, byte[]> classes = new HashMap<>();
        kept.outputs.forEach((name, output) -> classes.put(name, output.bytes.toByteArray()));
        return classes;
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /** Keeps classes in memory. */
    private static final class Kept extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, Output> outputs = new HashMap<>();

        Kept(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return outputs.computeIfAbsent(name, Output::new);
        }
    }
}
