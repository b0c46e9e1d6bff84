// Virtual threads each compute a part, and one part is wrong; what joins them is innocent.
// Java 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class VirtualScatter {
    static int part(int from, int to) {
        int sum = 0;
        for (int i = from; i <= to; i++) { // BUG
        // GOOD: for (int i = from; i < to; i++) {
            sum += square(i);
        }
        return sum;
    }

    static int square(int i) {
        return i * i;
    }

    static int gather(int parts) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                int from = 10 * i;
                Callable<Integer> task = () -> part(from, from + 10);
                results.add(threads.submit(task));
            }
            int sum = 0;
            for (Future<Integer> result : results) {
                sum += result.get();
            }
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(gather(3));
    }
}
