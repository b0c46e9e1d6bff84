import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    static final CountDownLatch gate = new CountDownLatch(1);

    static int load(int n) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            return -1;
        }
        return n;
    }

    static int more(int n) {
        return n + 1;
    }

    static int fail(int n) {
        throw new IllegalArgumentException("no " + n);
    }

    static CompletableFuture<Integer> chain(CompletableFuture<Integer> first, ExecutorService pool) {
        return first.thenApply(n -> more(n)).thenApplyAsync(n -> more(n), pool);
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> load(2), pool);
        CompletableFuture<Integer> last = chain(first, pool);
        CompletableFuture<Integer> saved = first.thenApply(n -> fail(n)).exceptionally(e -> 9);
        gate.countDown();
        int result = last.join() * 10 + saved.join();
        CompletableFuture<Integer> late = last.thenApply(n -> more(n));
        pool.shutdown();
        System.out.println(result + " " + late.join());
    }
}
