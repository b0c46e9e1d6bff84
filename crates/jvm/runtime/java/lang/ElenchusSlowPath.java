package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/** The rare cases of records: exits that were lost, stretches of iterations, many lines, values seen for the first time. */
final class ElenchusSlowPath {
    private static final Unsafe U = ElenchusStrand.U;

    private ElenchusSlowPath() {}

    /**
     * In the number of an open call: it was given something that is read again when it ends. The number then differs from
     * the one that the call ends with, which leads to {@link #ends}; so that other calls pay nothing for this.
     */
    private static final int GIVEN_NODE = 0x4000_0000;

    /** Pops down to the innermost open node with this number; false, and nothing done, when there is none. */
    @Hidden
    static boolean settle(long strand, int number) {
        long nodes = U.getLong(strand + ElenchusStrand.NODES);
        int open = U.getInt(strand + ElenchusStrand.DEPTH);
        for (int depth = open; depth > 0; depth--) {
            if ((U.getInt(nodes + ((long) (depth - 1) << ElenchusStrand.NODE_BYTES_SHIFT)) & ~GIVEN_NODE) == number) {
                if (depth < open) {
                    popTo(strand, depth);
                }
                return true;
            }
        }
        return false;
    }

    /** What the innermost open node is; 0 when there is none. */
    @Hidden
    static int innermost(long strand) {
        return U.getInt(ElenchusStrand.top(strand)) & ~GIVEN_NODE;
    }

    /** Whether the routine is open and can end: pops what was left open above it, reads again what it was given. */
    @Hidden
    static boolean ends(long strand, int number) {
        if (!settle(strand, number)) {
            return false;
        }
        if ((U.getInt(ElenchusStrand.top(strand)) & GIVEN_NODE) != 0) {
            ElenchusKept.of(strand).readGiven();
        }
        return true;
    }

    /** Publishes the record of a call where the stack of open nodes is full, or looks so because the call was given something. */
    @Hidden
    static int push(long b, long strand, int depth) {
        int given = U.getInt(strand + ElenchusStrand.CAPACITY) < U.getInt(strand + ElenchusStrand.ROOM) ? GIVEN_NODE : 0;
        makeRoom(strand);
        long slot = b & -ElenchusStrand.SLOT_BYTES;
        int routine = U.getInt(slot + U.getInt(slot + ElenchusStrand.COMMITTED)) >>> 8;
        long node = U.getLong(strand + ElenchusStrand.NODES) + ((long) depth << ElenchusStrand.NODE_BYTES_SHIFT);
        U.putInt(node, routine | given);
        U.putInt(strand + ElenchusStrand.DEPTH, depth + 1);
        U.putLong(strand + ElenchusStrand.CALLS, U.getLong(strand + ElenchusStrand.CALLS) + 1);
        ElenchusStrand.commit(b);
        return depth + 1;
    }

    /** Makes sure that one more node can be opened. */
    @Hidden
    static void makeRoom(long strand) {
        int room = U.getInt(strand + ElenchusStrand.ROOM);
        U.putInt(strand + ElenchusStrand.CAPACITY, room);
        if (U.getInt(strand + ElenchusStrand.DEPTH) >= room) {
            ElenchusStrand.growNodes(strand);
        }
    }

    @Hidden
    static void popTo(long strand, int depth) {
        long nodes = U.getLong(strand + ElenchusStrand.NODES);
        int calls = 0;
        int loops = 0;
        for (int index = 0; index < depth; index++) {
            if (U.getInt(nodes + ((long) index << ElenchusStrand.NODE_BYTES_SHIFT)) < 0) {
                loops++;
            } else {
                calls++;
                loops = 0;
            }
        }
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, loops << 8 | ElenchusTag.RESYNC);
        U.putInt(b + 4, calls);
        U.putInt(strand + ElenchusStrand.DEPTH, depth);
        ElenchusStrand.commit(b + 8);
    }

    /** Closes what was left open when a handler is reached. */
    @Hidden
    static void resync(long strand, int to) {
        // Words that a call sent before the stack overflowed belong to nobody any more.
        U.putInt(strand + ElenchusStrand.PENDING, 0);
        popTo(strand, to);
    }

    /**
     * A call ends by a stack overflow. The handlers of calls inside it may have overflowed too, and their exits are lost; in a recursion
     * their nodes look like the one that ends here. Each lost exit comes with an error of its own, so that the stack has to be looked at
     * only when the error is another one than last time.
     */
    @Hidden
    static void overflowed(Throwable error, int routine) {
        long strand = ElenchusStrand.current();
        int identity = System.identityHashCode(error);
        if (U.getInt(strand + ElenchusStrand.OVERFLOW) == identity) {
            return;
        }
        // May overflow once more: then nothing has changed, and the caller's handler comes here with that error.
        int alive = ElenchusStrand.activations();
        long nodes = U.getLong(strand + ElenchusStrand.NODES);
        int open = U.getInt(strand + ElenchusStrand.DEPTH);
        for (int depth = 1; depth <= open && alive > 0; depth++) {
            if ((U.getInt(nodes + ((long) (depth - 1) << ElenchusStrand.NODE_BYTES_SHIFT)) & ~GIVEN_NODE) == routine && --alive == 0
                    && depth < open) {
                popTo(strand, depth);
            }
        }
        U.putInt(strand + ElenchusStrand.OVERFLOW, identity);
    }

    /** An exception leaves the loop that is the node above the given number of open ones, if there is one. */
    @Hidden
    static void unwind(long strand, int to, long ran) {
        int depth = U.getInt(strand + ElenchusStrand.DEPTH);
        if (depth > to + 1) {
            popTo(strand, depth = to + 1);
        }
        long node = ElenchusStrand.top(strand);
        if (depth == to + 1 && U.getInt(node) < 0) {
            int loop = U.getInt(node + 4);
            long b = ElenchusRecorder.open(strand, loop << 8 | ElenchusTag.LOOP_UNWIND);
            U.putInt(b, (int) (U.getLong(node + ElenchusStrand.NODE_COUNT) - U.getLong(node + ElenchusStrand.NODE_LAST)));
            b = ElenchusRecorder.bits(b + 4, strand, loop >>> 24, ran);
            U.putInt(strand + ElenchusStrand.DEPTH, to);
            ElenchusStrand.commit(b);
        }
        // The words were sent for the largest loop of the level, and this one may have none of them.
        U.putInt(strand + ElenchusStrand.PENDING, 0);
    }

    /** Says how many slots were handed over so far: what stands in them came before what the strand records from here on. */
    @Hidden
    static void look(long strand) {
        long now = U.getLong(ElenchusStrand.turns);
        U.putLong(strand + ElenchusStrand.SEEN, now);
        long b = ElenchusRecorder.open(strand, (int) (now >>> 32) << 8 | ElenchusTag.EPOCH);
        U.putInt(b, (int) now);
        ElenchusStrand.commit(b + 4);
    }

    /** Iterations since the last recorded header become one stretch before the end of the loop, with the same locals. */
    @Hidden
    static long repeat(long b, long start, long stretch) {
        long length = b - start;
        // Room is certain: an open record is at most half of what is kept free above the limit.
        U.copyMemory(start, b + 4, length);
        U.copyMemory(b + 8, start + 8, length - 4);
        U.putInt(start, U.getInt(start) & ~0xFF | ElenchusTag.ITERATIONS);
        U.putInt(start + 4, (int) stretch);
        return b + length + 4;
    }

    /** Appends the words of line bits beyond the first two. */
    @Hidden
    static long furtherBits(long b, long strand, int words) {
        int pending = U.getInt(strand + ElenchusStrand.PENDING) * 2;
        long from = U.getLong(strand + ElenchusStrand.WORDS);
        for (int word = 0; word < words; word++) {
            U.putInt(b + 4L * word, word < pending ? U.getInt(from + 4L * word) : 0);
        }
        U.putInt(strand + ElenchusStrand.PENDING, 0);
        return b + 4L * words;
    }

    /** A call has ended by an exception: when it was the outermost one of the main thread, the program may end by it. */
    @Hidden
    static void thrown(Throwable exception) {
        long strand = ElenchusStrand.current();
        if (U.getInt(strand + ElenchusStrand.DEPTH) == 0 && U.getInt(strand + ElenchusStrand.STRAND) == ElenchusStrand.MAIN) {
            ElenchusStrand.leavesMain(exception.getClass().getName(), ElenchusValues.message(exception));
        }
    }

    /** Puts the record under way aside, writes what the value needs before it, and puts the record back. */
    @Hidden
    static long insertBefore(long b, Object value) {
        long strand = ElenchusStrand.of(b);
        long slot = b & -ElenchusStrand.SLOT_BYTES;
        long start = slot + U.getInt(slot + ElenchusStrand.COMMITTED);
        long length = b - start;
        long aside = U.getLong(strand + ElenchusStrand.ASIDE);
        U.copyMemory(start, aside, length);
        int word = ElenchusValues.ref(strand, value);
        if ((U.getInt(aside) & 0xFF) == ElenchusTag.ENTER && ElenchusValues.isReread(value)) {
            ElenchusKept.of(strand).given(value);
        }
        long again = ElenchusStrand.cursor(strand);
        U.copyMemory(aside, again, length);
        U.putInt(again + length, word);
        return again + length + 4;
    }
}
