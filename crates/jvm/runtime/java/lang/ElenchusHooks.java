package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/** What methods of the JDK call that do something to the recorded program; see {@code agent/hooks.rs}. */
public final class ElenchusHooks {
    private static final Unsafe U = ElenchusStrand.U;

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

    /** A static field is written about now: through a handle of either kind, or one of this class. */
    @Hidden
    public static void setsStatic(Object which) {
        long strand = ElenchusStrand.ready() ? ElenchusStrand.known() : 0;
        if (strand != 0) {
            ElenchusKept.of(strand).written(which);
        }
    }

    /** A method handle is about to write a field of an object; {@link #sets(Object)} follows. */
    @Hidden
    public static void setter() {
        long strand = ElenchusStrand.ready() ? ElenchusStrand.known() : 0;
        if (strand != 0) {
            U.putInt(strand + ElenchusStrand.FLAGS, U.getInt(strand + ElenchusStrand.FLAGS) | ElenchusStrand.SETTER);
        }
    }

    /** The object that a method handle is about to read or write a field of. */
    @Hidden
    public static void sets(Object object) {
        long strand = ElenchusStrand.ready() ? ElenchusStrand.inTable() : 0;
        if (strand != 0) {
            int flags = U.getInt(strand + ElenchusStrand.FLAGS);
            if ((flags & ElenchusStrand.SETTER) == 0) {
                return;
            }
            U.putInt(strand + ElenchusStrand.FLAGS, flags & ~ElenchusStrand.SETTER);
        }
        // Nothing could be kept for a thread that has not been recorded so far: it may be a getter.
        writes(object);
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
}
