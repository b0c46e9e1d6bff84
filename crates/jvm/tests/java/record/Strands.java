import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Work in a plain thread, a daemon thread, a pool and, where there are any, virtual threads. */
public class Strands {
    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += step(i); } return sum; }

    static int step(int i) { return i * 2; }

    static void idle(CountDownLatch up) {
        up.countDown();
        try { Thread.sleep(60_000); } catch (InterruptedException ended) { throw new IllegalStateException(ended); }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> work(3), "worker");
        thread.start();
        thread.join();
        CountDownLatch up = new CountDownLatch(1);
        Thread daemon = new Thread(() -> idle(up), "idler");
        daemon.setDaemon(true);
        daemon.start();
        up.await();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int sum = 0;
        for (int i = 0; i < 4; i++) { int n = i; sum += pool.submit(() -> work(n)).get(); }
        pool.shutdown();
        if (args.length > 0) {
            Thread[] many = new Thread[Integer.parseInt(args[0])];
            for (int i = 0; i < many.length; i++) {
                many[i] = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, (Runnable) () -> pause(work(2)));
            }
            for (Thread each : many) { each.join(); }
        }
        System.out.println(sum);
    }

    static void pause(int result) {
        try { Thread.sleep(5); } catch (InterruptedException never) { throw new IllegalStateException(never); }
        work(result);
    }
}
