import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

public class Main {
    static final Semaphore done = new Semaphore(0);
    static int total;

    static class Adder implements Runnable {
        public void run() {
            total = total + 1;
            done.release();
        }
    }

    static int half(int n) {
        return n / 2;
    }

    static Future<Integer> order(ExecutorService pool, int n) {
        return pool.submit(() -> half(n));
    }

    static int outer(ExecutorService pool) throws Exception {
        Future<Integer> inner = order(pool, 8);
        return inner.get() + 1;
    }

    static void twice(ExecutorService pool) throws Exception {
        Adder adder = new Adder();
        pool.execute(adder);
        done.acquire();
        pool.execute(adder);
        done.acquire();
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int first = order(pool, 6).get();
        int second = pool.submit(() -> outer(pool)).get();
        Callable<Integer> five = () -> half(10);
        int third = pool.invokeAll(List.of(five)).get(0).get();
        twice(pool);
        pool.shutdown();
        System.out.println(first + " " + second + " " + third + " " + total);
    }
}
