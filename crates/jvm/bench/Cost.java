import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One workload a run: {@code Cost NAME SIZE ROUNDS}. Prints the CPU time of the main thread and the wall time of a round,
 * over the second half of the rounds.
 */
public class Cost {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long loop(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i ^ (sum >> 3);
        }
        return sum;
    }

    static int sieve(int n) {
        boolean[] composite = new boolean[n + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                count++;
                for (int j = 2 * i; j <= n; j += i) {
                    composite[j] = true;
                }
            }
        }
        return count;
    }

    static double matrix(int n) {
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return c[n / 2][n / 3];
    }

    static int collections(int n) {
        Map<Integer, List<String>> groups = new HashMap<>();
        for (int i = 0; i < n; i++) {
            put(groups, i % 1000, "v" + i % 50);
        }
        int total = 0;
        for (List<String> group : groups.values()) {
            total += size(group);
        }
        return total;
    }

    static void put(Map<Integer, List<String>> groups, int key, String value) {
        groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(value);
    }

    static int size(List<String> group) {
        return group.size();
    }

    /** Characters read one by one through two buffers. */
    static int reader(int n) throws IOException {
        byte[] bytes = new byte[n];
        Arrays.fill(bytes, (byte) 'a');
        BufferedReader reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
        int sum = 0;
        for (int next = next(reader); next >= 0; next = next(reader)) {
            sum += next;
        }
        return sum;
    }

    static int next(Reader reader) throws IOException {
        return reader.read();
    }

    /** Characters written one by one through two buffers. */
    static int writer(int n) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Writer writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
        for (int i = 0; i < n; i++) {
            put(writer, 'a' + i % 26);
        }
        writer.flush();
        return bytes.size();
    }

    static void put(Writer writer, int character) throws IOException {
        writer.write(character);
    }

    static int matcher(int n) {
        Matcher matcher = Pattern.compile("(\\w+)@(\\w+)").matcher("one@two, ".repeat(n));
        int sum = 0;
        while (found(matcher)) {
            sum += matcher.end();
        }
        return sum;
    }

    static boolean found(Matcher matcher) {
        return matcher.find();
    }

    static Object run(String name, int size) throws Exception {
        return switch (name) {
            case "fib" -> fib(size);
            case "loop" -> loop(size);
            case "sieve" -> sieve(size);
            case "matrix" -> matrix(size);
            case "collections" -> collections(size);
            case "reader" -> reader(size);
            case "writer" -> writer(size);
            case "matcher" -> matcher(size);
            // The libraries are reached by reflection, so that this file compiles without them.
            default -> ((Method) Class.forName("Libraries").getDeclaredMethod(name, int.class)).invoke(null, size);
        };
    }

    public static void main(String[] args) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        int size = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        long cpu = 0;
        long wall = 0;
        Object result = null;
        for (int round = 0; round < rounds; round++) {
            if (round == rounds / 2) {
                cpu = threads.getCurrentThreadCpuTime();
                wall = System.nanoTime();
            }
            result = run(args[0], size);
        }
        double measured = (rounds - rounds / 2) * 1e6;
        System.out.printf(
                "%.3f %.3f %s%n",
                (threads.getCurrentThreadCpuTime() - cpu) / measured, (System.nanoTime() - wall) / measured, result);
    }
}
