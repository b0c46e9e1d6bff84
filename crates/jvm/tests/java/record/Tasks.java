import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Tasks given to pools of every kind; which thread runs which of them is left to chance. */
public class Tasks {
    static int work(int n) { return n + 1; }

    static int streams(int n) { return IntStream.range(0, n).parallel().map(Tasks::work).sum(); }

    static class Split extends RecursiveAction {
        final int size;

        Split(int size) { this.size = size; }

        @Override
        protected void compute() {
            if (size == 1) { work(size); } else { invokeAll(new Split(size / 2), new Split(size - size / 2)); }
        }
    }

    static void futures(int n) {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int k = i;
            all.add(CompletableFuture.supplyAsync(() -> work(k)).thenApply(Tasks::work).thenCombineAsync(all.isEmpty() ? CompletableFuture.completedFuture(0) : all.get(i - 1), (a, b) -> work(a)));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    }

    static void fails(ThreadPoolExecutor pool) throws Exception {
        CountDownLatch dead = new CountDownLatch(1);
        ThreadFactory plain = pool.getThreadFactory();
        pool.setThreadFactory(task -> {
            Thread thread = plain.newThread(task);
            thread.setUncaughtExceptionHandler((which, why) -> dead.countDown());
            return thread;
        });
        pool.execute(() -> { throw new IllegalStateException("work " + work(1)); });
        dead.await();
        pool.submit(() -> work(2)).get();
        pool.shutdown();
    }

    /** A pool with room for one task: the others are run by whoever submits them. */
    static void crowded(int n) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        for (int i = 0; i < n; i++) { int k = i; pool.execute(() -> work(k)); }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
    }

    static void many(ExecutorService pool, int n) throws Exception {
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < n; i++) { int k = i; service.submit(() -> work(k)); }
        for (int i = 0; i < n; i++) { service.take().get(); }
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < n; i++) { int k = i; calls.add(() -> work(k)); }
        pool.invokeAll(calls);
        pool.shutdown();
    }

    public static void main(String[] args) throws Exception {
        streams(1000);
        ForkJoinPool.commonPool().invoke(new Split(64));
        futures(50);
        fails(new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(9)));
        crowded(40);
        many(Executors.newFixedThreadPool(3), 100);
        if (args.length > 0) { many((ExecutorService) Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class).invoke(null, virtual()), 100); }
        if (args.length > 0) { many(Executors.newFixedThreadPool(3, virtual()), 100); }
        System.out.println("done");
    }

    static ThreadFactory virtual() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
