package java.lang;

import jdk.internal.vm.annotation.Hidden;

/** What methods of the JDK call that do something to the recorded program; see {@code agent/hooks.rs}. */
public final class ElenchusHooks {
    private ElenchusHooks() {}

    /** Code that is not recorded is about to write into an object. */
    @Hidden
    public static void writes(Object object) {
        if (object != null && ElenchusStrand.ready() && ElenchusValues.isKnown(object)) {
            ElenchusKept.of(ElenchusStrand.current()).written(object);
        }
    }

    /** A virtual thread is about to be started by the running thread. */
    @Hidden
    public static void startsVirtual(Thread thread) {
        ElenchusAgent.starting(thread, 1);
    }
}
