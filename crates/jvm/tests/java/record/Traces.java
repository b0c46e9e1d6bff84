import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.StackWalker.Option;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Looks at the stack from inside tasks of every kind, and at that of their threads from outside. */
public class Traces {
    static void say(Object text) { System.out.println(text); }

    /** The stack as the running code sees it. */
    static int look(String where) {
        StringWriter text = new StringWriter();
        new Exception(where).printStackTrace(new PrintWriter(text));
        say(text);
        say(Arrays.toString(Thread.currentThread().getStackTrace()));
        say(StackWalker.getInstance().walk(frames -> frames.map(Object::toString).collect(Collectors.toList())));
        say(StackWalker.getInstance(Option.SHOW_HIDDEN_FRAMES).walk(frames -> frames.map(Object::toString).collect(Collectors.toList())));
        say(StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass());
        return where.length();
    }

    static int fail(String where) { throw new IllegalStateException("failed in " + where); }

    static int both(String where) { return look(where) + fail(where); }

    /** What an exception that came out of a pool looks like. */
    static void show(Callable<?> waiting) throws Exception {
        try {
            say("no exception but " + waiting.call());
        } catch (ExecutionException | RuntimeException expected) {
            StringWriter text = new StringWriter();
            expected.printStackTrace(new PrintWriter(text));
            say(text);
            say(expected.getMessage() + " because of " + expected.getCause());
        }
    }

    /** A thread as others see it. */
    static void watch(Thread thread, boolean waits) throws Exception {
        while (waits && thread.getState() != Thread.State.WAITING) { Thread.sleep(1); }
        say(thread.getName() + " " + Arrays.toString(thread.getStackTrace()));
        say(Arrays.toString(Thread.getAllStackTraces().get(thread)));
    }

    static void park(CountDownLatch begun, CountDownLatch gate) {
        begun.countDown();
        try { gate.await(); } catch (InterruptedException e) { fail("park"); }
    }

    static void pool(ThreadPoolExecutor pool) throws Exception {
        show(pool.submit(() -> both("a pool"))::get);
        show(() -> pool.invokeAny(List.of(() -> both("one of many"))));
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        Thread[] worker = new Thread[1];
        pool.execute(() -> { worker[0] = Thread.currentThread(); park(begun, gate); });
        begun.await();
        watch(worker[0], true);
        show(() -> { pool.execute(null); return 0; });
        gate.countDown();
        pool.submit(() -> 0).get();
        watch(worker[0], true);
        pool.execute(() -> both("a task that nobody waits for"));
        worker[0].join();
        pool.shutdownNow();
        pool.awaitTermination(1, TimeUnit.DAYS);
        ExecutorService ended = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
        ended.shutdown();
        show(() -> ended.submit(() -> fail("a pool that was shut down")));
    }

    static class Overriding extends ThreadPoolExecutor {
        Overriding() { super(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>(1), Executors.defaultThreadFactory(), (task, pool) -> look("a handler")); }

        @Override protected void beforeExecute(Thread thread, Runnable task) { look("before"); }

        @Override protected void afterExecute(Runnable task, Throwable thrown) { look("after"); }
    }

    static void overriding() throws Exception {
        Overriding pool = new Overriding();
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        pool.execute(() -> park(begun, gate));
        begun.await();
        pool.execute(() -> say("second"));
        pool.execute(() -> say("never"));
        gate.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    static class Part extends RecursiveTask<Integer> {
        final int depth;

        Part(int depth) { this.depth = depth; }

        @Override
        protected Integer compute() {
            if (depth == 0) { return both("the last part"); }
            Part part = new Part(depth - 1);
            part.fork();
            return part.join();
        }
    }

    static void forkJoin() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        show(() -> pool.submit(new Part(2)).get());
        show(() -> pool.submit(() -> both("a fork-join pool")).get());
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        Thread[] worker = new Thread[1];
        pool.execute(() -> { worker[0] = Thread.currentThread(); park(begun, gate); });
        begun.await();
        watch(worker[0], true);
        gate.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    static void futures() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> { park(begun, gate); return look("a supplier"); }, pool);
        CompletableFuture<Integer> next = first.thenApply(n -> look("a dependent")).thenApplyAsync(n -> look("an asynchronous one"), pool);
        CompletableFuture<Integer> last = next.thenApply(n -> fail("a future"));
        begun.await();
        gate.countDown();
        show(last::get);
        show(last::join);
        show(() -> CompletableFuture.runAsync(() -> both("a runner"), pool).join());
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    static void timers() throws Exception {
        Timer timer = new Timer("timer");
        Thread[] runs = new Thread[1];
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                runs[0] = Thread.currentThread();
                park(begun, gate);
                both("a timer");
            }
        }, 0);
        begun.await();
        watch(runs[0], true);
        gate.countDown();
        runs[0].join();
        show(() -> { timer.schedule(new TimerTask() { @Override public void run() { fail("a dead timer"); } }, 0); return 0; });
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        show(() -> pool.schedule(() -> both("a scheduled task"), 1, TimeUnit.MILLISECONDS).get());
        show(() -> pool.scheduleAtFixedRate(() -> both("a repeated task"), 0, 1, TimeUnit.MILLISECONDS).get());
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    static void threads(ThreadFactory factory) throws Exception {
        CountDownLatch begun = new CountDownLatch(1), gate = new CountDownLatch(1);
        Thread thread = factory.newThread(() -> { park(begun, gate); look("a thread"); fail("a thread"); });
        thread.start();
        begun.await();
        watch(thread, true);
        gate.countDown();
        thread.join();
        ExecutorService pool = Executors.newFixedThreadPool(1, factory);
        show(() -> pool.submit(() -> both("a pool of such threads")).get());
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }

    public static void main(String[] args) throws Exception {
        pool(new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>()));
        overriding();
        forkJoin();
        futures();
        timers();
        threads(task -> new Thread(task, "plain"));
        if (args.length > 0) { threads(virtual()); }
    }

    static ThreadFactory virtual() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
