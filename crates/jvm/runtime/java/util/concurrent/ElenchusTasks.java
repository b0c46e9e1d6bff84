package java.util.concurrent;

import jdk.internal.vm.annotation.Hidden;

/** What pools of threads tell the recorder, as far as it is not open to other packages. */
public final class ElenchusTasks {
    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    private ElenchusTasks() {}

    /** A fork-join pool is given a task. Virtual threads go on by such tasks; those are no tasks of the program. */
    @Hidden
    static void forks(ForkJoinTask<?> task) {
        boolean goesOn = task instanceof ForkJoinTask.AdaptedRunnableAction adapted
                && adapted.runnable.getClass().getName().startsWith(VIRTUAL_THREAD);
        if (!goesOn) {
            ElenchusSubmits.submits(task);
        }
    }
}
