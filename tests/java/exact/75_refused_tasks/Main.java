import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Main {
    static final Semaphore done = new Semaphore(0);
    static int runs;

    static class Job implements Runnable {
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
                runs = -1;
            }
        }
    }

    static class Forgetful implements RejectedExecutionHandler {
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            runs = runs + 100;
        }
    }

    static class Patient implements RejectedExecutionHandler {
        Plug plug;

        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            plug.gate.countDown();
            try {
                pool.getQueue().put(task);
            } catch (InterruptedException e) {
                runs = -2;
            }
        }
    }

    static ThreadPoolExecutor pool(RejectedExecutionHandler handler) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), handler);
    }

    static Plug plug(ThreadPoolExecutor pool) throws InterruptedException {
        Plug plug = new Plug();
        pool.execute(plug);
        plug.begun.await();
        return plug;
    }

    static void first(ThreadPoolExecutor pool, Runnable job) {
        pool.execute(job);
    }

    static void again(ThreadPoolExecutor pool, Runnable job) throws InterruptedException {
        pool.execute(job);
        done.acquire();
    }

    static void abort() throws InterruptedException {
        ThreadPoolExecutor pool = pool(new ThreadPoolExecutor.AbortPolicy());
        Plug plug = plug(pool);
        pool.execute(new Job());
        Job job = new Job();
        try {
            first(pool, job);
        } catch (RejectedExecutionException e) {
            plug.gate.countDown();
        }
        done.acquire();
        again(pool, job);
        pool.shutdown();
    }

    static void callerRuns() throws InterruptedException {
        ThreadPoolExecutor pool = pool(new ThreadPoolExecutor.CallerRunsPolicy());
        Plug plug = plug(pool);
        pool.execute(new Job());
        Job job = new Job();
        first(pool, job);
        plug.gate.countDown();
        done.acquire(2);
        again(pool, job);
        pool.shutdown();
    }

    static void discard() throws InterruptedException {
        ThreadPoolExecutor pool = pool(new ThreadPoolExecutor.DiscardPolicy());
        Plug plug = plug(pool);
        pool.execute(new Job());
        Job job = new Job();
        first(pool, job);
        plug.gate.countDown();
        done.acquire();
        again(pool, job);
        pool.shutdown();
    }

    static void discardOldest() throws InterruptedException {
        ThreadPoolExecutor pool = pool(new ThreadPoolExecutor.DiscardOldestPolicy());
        Plug plug = plug(pool);
        Job old = new Job();
        pool.execute(old);
        Job job = new Job();
        first(pool, job);
        plug.gate.countDown();
        done.acquire();
        again(pool, old);
        again(pool, job);
        pool.shutdown();
    }

    static void forget() throws InterruptedException {
        ThreadPoolExecutor pool = pool(new Forgetful());
        Plug plug = plug(pool);
        pool.execute(new Job());
        Job job = new Job();
        first(pool, job);
        plug.gate.countDown();
        done.acquire();
        again(pool, job);
        pool.shutdown();
    }

    static void putBack() throws InterruptedException {
        Patient patient = new Patient();
        ThreadPoolExecutor pool = pool(patient);
        patient.plug = plug(pool);
        pool.execute(new Job());
        Job job = new Job();
        first(pool, job);
        done.acquire(2);
        again(pool, job);
        pool.shutdown();
    }

    public static void main(String[] args) throws InterruptedException {
        abort();
        callerRuns();
        discard();
        discardOldest();
        forget();
        putBack();
        System.out.println(runs);
    }
}
