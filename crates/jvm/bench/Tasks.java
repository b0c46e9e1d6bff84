import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Very many tiny tasks, for a pool of two threads or a virtual thread each: Tasks pool|virtual COUNT. Prints the wall time in
 * milliseconds.
 */
public class Tasks {
    private static final AtomicLong SUM = new AtomicLong();

    static void work(int number) {
        SUM.addAndGet(number);
    }

    /** By reflection, so that this file compiles where there are no virtual threads. */
    private static ExecutorService pool(String kind) throws Exception {
        return kind.equals("virtual")
                ? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
                : Executors.newFixedThreadPool(2);
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        long begin = System.nanoTime();
        CountDownLatch done = new CountDownLatch(count);
        // Without a bound the tasks that wait would take the memory.
        Semaphore waiting = new Semaphore(10_000);
        ExecutorService pool = pool(args[0]);
        for (int i = 0; i < count; i++) {
            int number = i;
            waiting.acquire();
            pool.execute(() -> {
                work(number);
                waiting.release();
                done.countDown();
            });
        }
        done.await();
        pool.shutdown();
        System.out.println((System.nanoTime() - begin) / 1_000_000);
    }
}
