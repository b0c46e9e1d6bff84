import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Main {
    static final Semaphore done = new Semaphore(0);
    static int runs;

    static class Job extends TimerTask {
        public void run() {
            runs = runs + 1;
            done.release();
        }
    }

    static class Plug implements Runnable {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);

        public void run() {
            begun.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                runs = runs + 100;
            }
        }
    }

    static class Fussy extends LinkedBlockingQueue<Runnable> {
        boolean open;

        public boolean offer(Runnable task) {
            if (!open) {
                throw new IllegalStateException("closed");
            }
            return super.offer(task);
        }
    }

    static class Lazy implements ThreadFactory {
        int asked;

        public Thread newThread(Runnable worker) {
            asked = asked + 1;
            return asked == 1 ? null : new Thread(worker);
        }
    }

    static ThreadPoolExecutor pool(int most, BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(1, most, 0, TimeUnit.SECONDS, queue);
    }

    static Plug plug(Executor pool) throws InterruptedException {
        Plug plug = new Plug();
        pool.execute(plug);
        plug.begun.await();
        return plug;
    }

    static void first(Executor pool, Runnable job) {
        pool.execute(job);
    }

    static void second(Executor pool, Runnable job) {
        pool.execute(job);
    }

    static void twoPools() throws InterruptedException {
        ThreadPoolExecutor full = pool(1, new LinkedBlockingQueue<>());
        ThreadPoolExecutor idle = pool(1, new LinkedBlockingQueue<>());
        Plug plug = plug(full);
        Job job = new Job();
        first(full, job);
        second(idle, job);
        done.acquire();
        plug.gate.countDown();
        done.acquire();
        full.shutdown();
        idle.shutdown();
    }

    static void oneQueue() throws InterruptedException {
        ThreadPoolExecutor pool = pool(1, new LinkedBlockingQueue<>());
        Plug plug = plug(pool);
        Job job = new Job();
        first(pool, job);
        second(pool, job);
        plug.gate.countDown();
        done.acquire(2);
        pool.shutdown();
    }

    static void newThread() throws InterruptedException {
        ThreadPoolExecutor pool = pool(2, new ArrayBlockingQueue<>(1));
        Plug plug = plug(pool);
        Job job = new Job();
        first(pool, job);
        second(pool, job);
        done.acquire(2);
        plug.gate.countDown();
        pool.shutdown();
    }

    static void removed() throws InterruptedException {
        ThreadPoolExecutor pool = pool(1, new LinkedBlockingQueue<>());
        Plug plug = plug(pool);
        Job job = new Job();
        first(pool, job);
        boolean gone = pool.remove(job);
        second(pool, job);
        plug.gate.countDown();
        done.acquire();
        pool.shutdown();
    }

    static void shutDown() throws InterruptedException {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        ThreadPoolExecutor before = pool(1, queue);
        plug(before);
        Job job = new Job();
        first(before, job);
        int left = before.shutdownNow().size();
        before.awaitTermination(1, TimeUnit.DAYS);
        ThreadPoolExecutor after = pool(1, queue);
        Plug plug = plug(after);
        second(after, job);
        plug.gate.countDown();
        done.acquire(left);
        after.shutdown();
    }

    static void failingQueue() throws InterruptedException {
        Fussy queue = new Fussy();
        ThreadPoolExecutor pool = pool(1, queue);
        Plug plug = plug(pool);
        Job job = new Job();
        try {
            first(pool, job);
        } catch (IllegalStateException e) {
            queue.open = true;
        }
        second(pool, job);
        plug.gate.countDown();
        done.acquire();
        pool.shutdown();
    }

    static void noThread() throws InterruptedException {
        ThreadPoolExecutor pool = pool(1, new LinkedBlockingQueue<>());
        pool.setThreadFactory(new Lazy());
        Job job = new Job();
        first(pool, job);
        done.acquire();
        second(pool, job);
        done.acquire();
        pool.shutdown();
    }

    static void schedule(Timer timer, TimerTask job) {
        timer.schedule(job, 0);
    }

    static void timers() throws InterruptedException {
        Timer ended = new Timer(true);
        ended.cancel();
        Job job = new Job();
        try {
            schedule(ended, job);
        } catch (IllegalStateException e) {
            runs = runs + 10;
        }
        Timer timer = new Timer(true);
        schedule(timer, job);
        done.acquire();
        timer.cancel();
    }

    public static void main(String[] args) throws InterruptedException {
        twoPools();
        oneQueue();
        newThread();
        removed();
        shutDown();
        failingQueue();
        noThread();
        timers();
        System.out.println(runs);
    }
}
