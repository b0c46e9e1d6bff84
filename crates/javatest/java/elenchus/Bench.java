package elenchus;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a test of a recorded call, and runs it: on the recorded code, where it must fail, and on the corrected code, where it must pass.
 *
 * <p>The first line that it prints says {@code ok}, or why there is no test; lines on what was checked follow, then an empty one and the source.
 */
public final class Bench {
    /** How long a state is made smaller, in seconds. */
    private static final long PATIENCE = 20;

    private final byte[] request;
    private final String recorded;
    private final String corrected;
    private final String title;
    private final List<String> parameters;
    private final Map<String, String> should;
    private Framework framework;

    private Bench(Options options) throws IOException {
        request = Files.readAllBytes(Path.of(options.one("request")));
        recorded = options.one("recorded");
        corrected = options.one("corrected");
        title = options.one("title");
        parameters = options.all("parameter");
        should = options.pairs("should");
        framework = options.one("framework") == null ? null : Framework.valueOf(options.one("framework").toUpperCase());
    }

    /** What the test is to be, in a file: names and values, a line each. */
    private record Options(List<String> lines) {
        String one(String name) {
            List<String> all = all(name);
            return all.isEmpty() ? null : all.get(0);
        }

        List<String> all(String name) {
            List<String> values = new ArrayList<>();
            for (String line : lines) {
                if (line.startsWith(name + " ")) {
                    values.add(line.substring(name.length() + 1));
                }
            }
            return values;
        }

        Map<String, String> pairs(String name) {
            Map<String, String> pairs = new java.util.LinkedHashMap<>();
            for (String value : all(name)) {
                int end = value.indexOf('\t');
                pairs.put(value.substring(0, end), value.substring(end + 1));
            }
            return pairs;
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Options options = new Options(Files.readAllLines(Path.of(arguments[0])));
        StringBuilder said = new StringBuilder();
        try {
            new Bench(options).run(said);
        } catch (Cannot cannot) {
            said.setLength(0);
            said.append(cannot.getMessage()).append('\n');
        } catch (RuntimeException | LinkageError | StackOverflowError mistake) {
            said.setLength(0);
            said.append("the writer of tests has failed: ").append(mistake).append('\n');
        }
        out.print(said);
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private World world(String classPath) {
        return World.of(classPath, Map.of());
    }

    private void run(StringBuilder said) throws Cannot {
        World first = world(recorded);
        State state = State.read(request, first);
        String home = first.type(state.call.owner()).getPackageName();
        if (framework == null) {
            boolean onlyOld = Framework.JUNIT4.isIn(first) && !Framework.JUNIT5.isIn(first);
            framework = onlyOld ? Framework.JUNIT4 : Framework.JUNIT5;
        }
        Expectation wanted = expectation();
        Recipes recipes = new Recipes(home, world(recorded));
        Made receiver = state.receiver == null ? null : recipes.of(state.receiver);
        Plan plan = new Plan(state.call, receiver, recipes.all(state.arguments));
        if (!wanted.shows(plan)) {
            plan.addStatics(state, recipes);
            if (!wanted.shows(plan)) {
                throw new Cannot("what a test can make does not show the difference");
            }
        }
        if (corrected != null) {
            // What should come out of another state is known only by running it.
            Shrink.shrink(plan, wanted, System.nanoTime() + PATIENCE * 1_000_000_000L);
        }
        Writer writer = new Writer(plan, wanted.outcomes(plan), framework, recipes, title, parameters);
        String source = writer.write();
        check(writer, source, said);
        said.append('\n').append(source);
    }

    private Expectation expectation() throws Cannot {
        World here = world(recorded);
        State before = State.read(request, here);
        before.setStatics();
        Outcome was = before.call.run(here, before.receiver, before.arguments);
        if (corrected == null) {
            return new Expectation.Said(was, should, parameters, () -> world(recorded));
        }
        World there = world(corrected);
        State again = State.read(request, there);
        again.setStatics();
        Outcome is = again.call.run(there, again.receiver, again.arguments);
        return new Expectation.Version(was, is, () -> world(recorded), () -> world(corrected));
    }

    /** Compiles the test and runs it on both versions. */
    private void check(Writer writer, String source, StringBuilder said) throws Cannot {
        Map<String, String> sources = new HashMap<>();
        sources.put(writer.className(), source);
        boolean standsIn = !framework.isIn(world(recorded));
        if (standsIn) {
            sources.putAll(framework.standIn());
        }
        String failed = run(writer.className(), Compiler.compile(sources, recorded), recorded);
        if (failed == null) {
            throw new Cannot("what was written passes on the recorded code");
        }
        said.append("ok\nit compiles, and fails on the recorded code: ").append(failed.replace('\n', ' ')).append('\n');
        if (corrected == null) {
            said.append("no corrected version is known, so that only its failing was checked\n");
        } else {
            String fails = run(writer.className(), Compiler.compile(sources, corrected), corrected);
            if (fails != null) {
                throw new Cannot("what was written fails on the corrected code, too: " + fails);
            }
            said.append("it passes on the corrected code\n");
        }
        if (standsIn) {
            said.append("JUnit is not on the class path of the recorded program; something that does the same stood in for it\n");
        }
        if (writer.usesReflection()) {
            said.append("it uses reflection, since nothing else reaches what it needs\n");
        }
    }

    /** Why a test fails; nothing when it passes. */
    private static String run(String name, Map<String, byte[]> classes, String classPath) throws Cannot {
        World world = World.of(classPath, classes);
        PrintStream out = System.out;
        try {
            Class<?> type = world.type(name);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object test = constructor.newInstance();
            for (Method method : type.getDeclaredMethods()) {
                if (method.getAnnotations().length > 0) {
                    method.setAccessible(true);
                    method.invoke(test);
                    return null;
                }
            }
            throw new Cannot("what was written holds no test");
        } catch (InvocationTargetException failed) {
            return String.valueOf(failed.getCause());
        } catch (ReflectiveOperationException | LinkageError strange) {
            throw new Cannot("what was written cannot be run: " + strange);
        } finally {
            System.setOut(out);
        }
    }
}
