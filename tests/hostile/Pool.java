// A task of a pool is wrong; its submission ended long before it ran.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Pool {
    static int square(int n) {
        return n == 3 ? n + n : n * n; // BUG
        // GOOD: return n * n;
    }

    static Future<Integer> submit(ExecutorService pool, int n) {
        return pool.submit(() -> square(n));
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            results.add(submit(pool, i));
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
