import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    static int slow(int n) {
        return n + 1;
    }

    static int failing() {
        throw new IllegalStateException("task");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> one = pool.submit(() -> slow(1));
        Future<Integer> two = pool.submit(() -> failing());
        int result = one.get();
        try {
            result += two.get();
        } catch (Exception e) {
            result = -result;
        }
        pool.shutdown();
        System.out.println(result);
    }
}
