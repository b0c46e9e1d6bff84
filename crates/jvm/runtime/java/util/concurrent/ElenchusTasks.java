package java.util.concurrent;

import java.util.Collection;
import java.util.HashSet;
import jdk.internal.vm.annotation.Hidden;

/**
 * Where pools of threads take tasks, give them to threads and run them.
 *
 * <p>These calls stand in the JDK in the place of the calls that they make ({@code agent/hooks.rs}), so that the recorder
 * knows which submission a thread runs, when it begins and when it ends, however it ends. They stand in this package because not all of what they call is
 * open to others.
 */
public final class ElenchusTasks {
    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    private ElenchusTasks() {}

    // ---- A pool and its queue.

    /** A pool puts a task into its queue, which may have no room for it or fail. */
    @Hidden
    public static boolean offer(BlockingQueue<Object> queue, Object task) {
        Object submitted = ElenchusHooks.offers(queue, task);
        boolean taken = false;
        try {
            taken = queue.offer(task);
        } finally {
            if (!taken) {
                ElenchusHooks.fails(submitted);
            }
        }
        return taken;
    }

    /** A pool has no room for a task. The JDK's own handlers run it, submit it again or forget it; others may do anything. */
    @Hidden
    public static void refuse(RejectedExecutionHandler handler, Runnable task, ThreadPoolExecutor pool) {
        Object submitted = handler.getClass().getClassLoader() == null ? null : ElenchusHooks.refuses(pool, task);
        boolean returned = false;
        try {
            handler.rejectedExecution(task, pool);
            returned = true;
        } finally {
            if (!returned) {
                ElenchusHooks.fails(submitted);
            }
        }
    }

    /** A task is taken back. */
    @Hidden
    public static boolean remove(BlockingQueue<Object> queue, Object task) {
        boolean removed = queue.remove(task);
        if (removed) {
            ElenchusHooks.removed(queue, task);
        }
        return removed;
    }

    /** All tasks are taken back, into a list without any so far. */
    @Hidden
    public static int drain(BlockingQueue<Object> queue, Collection<Object> tasks) {
        int drained = queue.drainTo(tasks);
        for (Object task : tasks) {
            ElenchusHooks.removed(queue, task);
        }
        return drained;
    }

    /** The oldest task is discarded to make room. */
    @Hidden
    public static Object discard(BlockingQueue<Object> queue) {
        Object task = queue.poll();
        ElenchusHooks.removed(queue, task);
        return task;
    }

    /** A thread of a pool waits for something to run. */
    @Hidden
    public static Object take(BlockingQueue<Object> queue) throws InterruptedException {
        Object task = queue.take();
        ElenchusHooks.comes(queue, task);
        return task;
    }

    /** The same for so long. */
    @Hidden
    public static Object poll(BlockingQueue<Object> queue, long time, TimeUnit unit) throws InterruptedException {
        Object task = queue.poll(time, unit);
        ElenchusHooks.comes(queue, task);
        return task;
    }

    /** A pool gets one more thread, which may have something to run already. */
    @Hidden
    public static boolean hire(HashSet<Object> workers, Object worker) {
        ElenchusHooks.hires(worker);
        return workers.add(worker);
    }

    // ---- Running.

    /** A thread of a pool runs a task. */
    @Hidden
    public static void work(Runnable task) {
        Object begun = ElenchusHooks.beginsWork(task);
        try {
            task.run();
        } finally {
            ElenchusHooks.ends(begun);
        }
    }

    /** A timer runs a task. */
    @Hidden
    public static void run(Runnable task) {
        Object begun = ElenchusHooks.begins(task);
        try {
            task.run();
        } finally {
            ElenchusHooks.ends(begun);
        }
    }

    /** A thread, of the pool or one that waits for a task, runs a task of a fork-join pool. */
    @Hidden
    static boolean exec(ForkJoinTask<?> task) {
        Object begun = ElenchusHooks.begins(task);
        try {
            return task.exec();
        } finally {
            ElenchusHooks.ends(begun);
        }
    }

    /** What depends on a future is tried, and runs if all that it needs is there. */
    @Hidden
    static CompletableFuture<?> tryFire(CompletableFuture.Completion dependent, int mode) {
        Object begun = ElenchusHooks.begins(dependent);
        try {
            return dependent.tryFire(mode);
        } finally {
            ElenchusHooks.ends(begun);
        }
    }

    /** A fork-join pool is given a task. Virtual threads go on by such tasks; those are no tasks of the program. */
    @Hidden
    static void forks(ForkJoinTask<?> task) {
        boolean goesOn = task instanceof ForkJoinTask.AdaptedRunnableAction adapted
                && adapted.runnable.getClass().getName().startsWith(VIRTUAL_THREAD);
        if (!goesOn) {
            ElenchusHooks.submits(task);
        }
    }
}
