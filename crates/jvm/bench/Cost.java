import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    static Object run(String name, int size) throws Exception {
        return switch (name) {
            case "fib" -> fib(size);
            case "loop" -> loop(size);
            case "sieve" -> sieve(size);
            case "matrix" -> matrix(size);
            case "collections" -> collections(size);
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
