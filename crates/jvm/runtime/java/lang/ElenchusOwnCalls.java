package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Calls that the recorder itself makes into the JDK.
 *
 * <p>When the user asks for code of the JDK, that code may be rewritten. What it records while the recorder calls it is
 * nothing that the program did, and could call the recorder again without end: so the thread gets a strand for this time
 * that nobody keeps.
 */
final class ElenchusOwnCalls {
    private static final Unsafe U = ElenchusStrand.U;

    private static final long NO_THREAD = -1;

    /** Whether code of the JDK may be rewritten; otherwise nothing has to be done here. */
    static boolean isNeeded;

    /** Strands that nobody keeps, with the number 0, and that no thread has at present. */
    private static long[] idle = new long[4];
    private static int idleCount;

    private ElenchusOwnCalls() {}

    /** Nothing that the running thread does from here on is recorded; says what {@link #end} has to know. */
    @Hidden
    static long begin() {
        if (!isNeeded || !ElenchusStrand.ready()) {
            return 0;
        }
        long place = ElenchusStrand.place();
        long before = U.getLong(place);
        long quiet = take();
        U.putLong(quiet + ElenchusStrand.TID, ElenchusStrand.tid(Thread.currentThread()));
        U.putLong(place, quiet);
        return before;
    }

    /** Whether this is a strand that a thread has because of {@link #begin}. */
    @Hidden
    static boolean is(long strand) {
        return U.getInt(strand + ElenchusStrand.STRAND) == 0 && U.getLong(strand + ElenchusStrand.TID) != NO_THREAD;
    }

    /** Puts back what was before. */
    @Hidden
    static void end(long before) {
        if (before == 0) {
            return;
        }
        long place = ElenchusStrand.place();
        long quiet = U.getLong(place);
        U.putLong(place, before);
        // Another thread whose number ends like this one's may have been here; the strand is then lost.
        if (is(quiet) && U.getLong(quiet + ElenchusStrand.TID) == ElenchusStrand.tid(Thread.currentThread())) {
            U.putLong(quiet + ElenchusStrand.TID, NO_THREAD);
            U.putInt(quiet + ElenchusStrand.DEPTH, 0);
            U.putInt(quiet + ElenchusStrand.PENDING, 0);
            give(quiet);
        }
    }

    @Hidden
    private static synchronized long take() {
        return idleCount > 0 ? idle[--idleCount] : ElenchusStrand.aside();
    }

    @Hidden
    private static synchronized void give(long quiet) {
        if (idleCount == idle.length) {
            long[] more = new long[2 * idleCount];
            System.arraycopy(idle, 0, more, 0, idleCount);
            idle = more;
        }
        idle[idleCount++] = quiet;
    }
}
