package java.lang;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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

    /** A field is about to be written by reflection. */
    @Hidden
    public static void sets(Field field, Object object) {
        if (!Modifier.isStatic(field.getModifiers())) {
            writes(object);
        } else if (ElenchusStrand.ready()) {
            long strand = ElenchusStrand.known();
            if (strand != 0) {
                ElenchusKept.of(strand).written(field);
            }
        }
    }

    /** A static field is about to be written through a handle. */
    @Hidden
    public static void setsStatic(VarHandle handle) {
        long strand = ElenchusStrand.ready() ? ElenchusStrand.known() : 0;
        if (strand != 0) {
            ElenchusKept.of(strand).written(handle);
        }
    }

    /** A virtual thread is about to be started by the running thread. */
    @Hidden
    public static void startsVirtual(Thread thread) {
        ElenchusAgent.starting(thread, 1);
    }

    /** What the running thread has done is about to become visible to others, through a lock or a future. */
    @Hidden
    public static void releases(Object through) {
        if (ElenchusStrand.ready()) {
            ElenchusStrand.release(ElenchusStrand.known());
        }
    }

    /** A task is about to be given to a pool, by whatever thread. */
    @Hidden
    public static void submits(Object task) {
        if (task != null && ElenchusStrand.ready()) {
            ElenchusSubmits.submits(task);
        }
    }

    /** A task is about to be put into the queue of a pool; what is given back is to be told if it does not get there. */
    @Hidden
    public static Object offers(Object queue, Object task) {
        return ElenchusStrand.ready() ? ElenchusSubmits.offers(queue, task) : null;
    }

    /** A handler of the program is about to be asked about a task that a pool has no room for; the same as before. */
    @Hidden
    public static Object refuses(Object pool, Object task) {
        return ElenchusStrand.ready() ? ElenchusSubmits.refuses(pool, task) : null;
    }

    /** What was about to be submitted was not. */
    @Hidden
    public static void fails(Object submitted) {
        if (submitted != null) {
            ElenchusSubmits.drop((ElenchusTask) submitted);
        }
    }

    /** A task has left the queue of a pool and is not run. */
    @Hidden
    public static void removed(Object queue, Object task) {
        ElenchusSubmits.removed(queue, task);
    }

    /** The running thread of a pool has taken a task out of the pool's queue. */
    @Hidden
    public static void comes(Object queue, Object task) {
        ElenchusSubmits.comes(queue, task);
    }

    /** A pool is about to start a thread. */
    @Hidden
    public static void hires(Object worker) {
        if (ElenchusStrand.ready()) {
            ElenchusSubmits.hires(worker);
        }
    }

    /** The running thread begins as a thread of a pool. */
    @Hidden
    public static void works(Object worker) {
        ElenchusSubmits.works(worker);
    }

    /** A thread of a pool is about to run what came to it; what is given back is to be told at its end. */
    @Hidden
    public static Object beginsWork(Object task) {
        ElenchusTask found = ElenchusStrand.ready() ? ElenchusTask.come(task) : null;
        return begun(found != null ? found : ElenchusSubmits.running(task));
    }

    /** The running thread is about to run something that may be a task; the same as before. */
    @Hidden
    public static Object begins(Object task) {
        return begun(ElenchusSubmits.running(task));
    }

    @Hidden
    private static Object begun(ElenchusTask found) {
        return found != null && found.begin() ? found : null;
    }

    /** What began has ended. */
    @Hidden
    public static void ends(Object begun) {
        if (begun != null) {
            ((ElenchusTask) begun).end();
        }
    }
}
