package java.util.concurrent;

import jdk.internal.vm.annotation.Hidden;

/**
 * Where pools of threads run what they were given.
 *
 * <p>These calls stand in the JDK in the place of the calls that they make ({@code agent/hooks.rs}), so that the recorder
 * knows when a task begins and ends, however it ends. They stand in this package because not all of what they call is
 * open to others.
 */
public final class ElenchusTasks {
    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    private ElenchusTasks() {}

    /** A pool or a timer runs a task. */
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
