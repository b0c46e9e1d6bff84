package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * The calls that rewritten code makes; {@code src/contract.rs} says what each means.
 *
 * <p>A number handed to rewritten code holds a definition in its low 24 bits and, for routines and loops, the number of
 * words of line bits in its top 8. No user code is ever run here, and nothing is allocated unless an object is seen for
 * the first time.
 *
 * <p>What makes a record is compiled once and called, never made part of the code that calls it: a call costs a nanosecond,
 * but the code of all records of a method, and of those that are inlined into it, takes the JIT compiler so long that a
 * program would spend its first ten seconds in slower code.
 */
public final class ElenchusRecorder extends ElenchusPlaces {
    private static final int LOOP_NODE = 0x8000_0000;
    /** Iterations are recorded one by one up to this many, then with a stride that doubles as the count does. */
    private static final int STRIDE_SHIFT = 12;

    /** Whether every iteration is recorded. */
    static boolean allIterations;

    private ElenchusRecorder() {}

    /** Opens a record of a call or a loop. What other threads have handed over since the last one comes before it, and that is said. */
    @ForceInline
    @Hidden
    private static long node(long strand, int head) {
        if (U.getLong(ElenchusStrand.turns) != U.getLong(strand + ElenchusStrand.SEEN)) {
            ElenchusSlowPath.look(strand);
        }
        return open(strand, head);
    }

    // ---- Records made by a chain of calls.

    @DontInline
    @Hidden
    public static long enter(int routine) {
        return node(ElenchusStrand.current(), routine << 8 | ElenchusTag.ENTER);
    }

    @DontInline
    @Hidden
    public static long loop(int loop) {
        long strand = ElenchusStrand.current();
        if (U.getInt(strand + ElenchusStrand.DEPTH) >= U.getInt(strand + ElenchusStrand.CAPACITY)) {
            ElenchusSlowPath.makeRoom(strand);
        }
        // Beyond the open nodes, so nothing has happened yet; the push finds it here.
        U.putInt(ElenchusStrand.top(strand) + (1 << ElenchusStrand.NODE_BYTES_SHIFT) + 4, loop);
        return node(strand, loop << 8 | ElenchusTag.LOOP_ENTER);
    }

    @Hidden
    public static long iteration(int loop, long ran) {
        long strand = ElenchusStrand.current();
        long node = ElenchusStrand.top(strand);
        long count = U.getLong(node + ElenchusStrand.NODE_COUNT) + 1;
        if (U.getInt(node) == (loop & NUMBER | LOOP_NODE) && count < U.getLong(node + ElenchusStrand.NODE_NEXT)) {
            U.putLong(node + ElenchusStrand.NODE_COUNT, count);
            U.putInt(strand + ElenchusStrand.PENDING, 0);
            return 0;
        }
        return recordedIteration(strand, loop, ran);
    }

    @DontInline
    @Hidden
    private static long recordedIteration(long strand, int loop, long ran) {
        if (!isTop(strand, loop & NUMBER | LOOP_NODE)) {
            U.putInt(strand + ElenchusStrand.PENDING, 0);
            return 0;
        }
        long node = ElenchusStrand.top(strand);
        long count = U.getLong(node + ElenchusStrand.NODE_COUNT) + 1;
        U.putLong(node + ElenchusStrand.NODE_COUNT, count);
        if (count < U.getLong(node + ElenchusStrand.NODE_NEXT)) {
            U.putInt(strand + ElenchusStrand.PENDING, 0);
            return 0;
        }
        long stretch = count - U.getLong(node + ElenchusStrand.NODE_LAST);
        long b;
        if (stretch == 1) {
            b = node(strand, loop << 8 | ElenchusTag.ITERATION);
        } else {
            b = node(strand, loop << 8 | ElenchusTag.ITERATIONS);
            U.putInt(b, (int) stretch);
            b += 4;
        }
        return bits(b, strand, loop >>> 24, ran);
    }

    @DontInline
    @Hidden
    public static long leave(int loop, long ran) {
        return leave(loop, ran, ElenchusTag.LOOP_EXIT);
    }

    @DontInline
    @Hidden
    public static long leaveBody(int loop, long ran) {
        return leave(loop, ran, ElenchusTag.LOOP_BREAK);
    }

    @ForceInline
    @Hidden
    private static long leave(int loop, long ran, int tag) {
        long strand = ElenchusStrand.current();
        if (U.getInt(ElenchusStrand.top(strand)) != (loop & NUMBER | LOOP_NODE)) {
            ElenchusSlowPath.settle(strand, loop & NUMBER | LOOP_NODE);
        }
        return bits(node(strand, loop << 8 | tag), strand, loop >>> 24, ran);
    }

    /** Appends line bits: a word for every 32 units. */
    @ForceInline
    @Hidden
    static long bits(long b, long strand, int words, long ran) {
        if (words == 0) {
            return b;
        }
        if (words == 1) {
            U.putInt(b, (int) ran);
            return b + 4;
        }
        U.putLong(b, ran);
        return words == 2 ? b + 8 : ElenchusSlowPath.furtherBits(b + 8, strand, words - 2);
    }

    @Hidden
    public static void ran(long word) {
        long strand = ElenchusStrand.current();
        int pending = U.getInt(strand + ElenchusStrand.PENDING);
        if ((pending & 63) == 63) {
            ElenchusStrand.growWords(strand);
        }
        U.putLong(U.getLong(strand + ElenchusStrand.WORDS) + 8L * pending, word);
        U.putInt(strand + ElenchusStrand.PENDING, pending + 1);
    }

    @ForceInline
    @Hidden
    public static long z(long b, int value) {
        return i(b, value & 1);
    }

    @ForceInline
    @Hidden
    public static long b(long b, int value) {
        return i(b, (byte) value);
    }

    @ForceInline
    @Hidden
    public static long c(long b, int value) {
        return i(b, (char) value);
    }

    @ForceInline
    @Hidden
    public static long s(long b, int value) {
        return i(b, (short) value);
    }

    @ForceInline
    @Hidden
    public static long i(long b, int value) {
        U.putInt(b, value);
        return b + 4;
    }

    @ForceInline
    @Hidden
    public static long j(long b, long value) {
        U.putLong(b, value);
        return b + 8;
    }

    @ForceInline
    @Hidden
    public static long f(long b, float value) {
        return i(b, Float.floatToRawIntBits(value));
    }

    @ForceInline
    @Hidden
    public static long d(long b, double value) {
        return j(b, Double.doubleToRawLongBits(value));
    }

    @ForceInline
    @Hidden
    public static long self(long b, Object receiver, int id) {
        if (id == 0) {
            return notNumbered(b, receiver);
        }
        U.putInt(b, id);
        return b + 4;
    }

    /** A constant of an enum, or something that is seen for the first time. */
    @Hidden
    private static long notNumbered(long b, Object receiver) {
        return a(b, receiver);
    }

    @DontInline
    @Hidden
    public static long a(long b, Object value) {
        int word = ElenchusValues.quick(value);
        if (word == ElenchusValues.SLOW) {
            return ElenchusSlowPath.insertBefore(b, value);
        }
        U.putInt(b, word);
        return b + 4;
    }

    @ForceInline
    @Hidden
    public static void end(long b) {
        endDepth(b);
    }

    @DontInline
    @Hidden
    public static int endDepth(long b) {
        long slot = b & -ElenchusStrand.SLOT_BYTES;
        long strand = U.getLong(slot + ElenchusStrand.SLOT_STRAND);
        int depth = U.getInt(strand + ElenchusStrand.DEPTH);
        if (depth == U.getInt(strand + ElenchusStrand.CAPACITY)) {
            return ElenchusSlowPath.push(b, strand, depth);
        }
        int head = U.getInt(slot + U.getInt(slot + ElenchusStrand.COMMITTED));
        long node = U.getLong(strand + ElenchusStrand.NODES) + ((long) depth << ElenchusStrand.NODE_BYTES_SHIFT);
        U.putInt(node, head >>> 8);
        U.putInt(strand + ElenchusStrand.DEPTH, depth + 1);
        U.putLong(strand + ElenchusStrand.CALLS, U.getLong(strand + ElenchusStrand.CALLS) + 1);
        ElenchusStrand.commit(b);
        return depth + 1;
    }

    @DontInline
    @Hidden
    public static void endLoop(long b) {
        long strand = ElenchusStrand.of(b);
        long node = ElenchusStrand.top(strand) + (1 << ElenchusStrand.NODE_BYTES_SHIFT);
        U.putInt(node, U.getInt(node + 4) & NUMBER | LOOP_NODE);
        U.putLong(node + ElenchusStrand.NODE_COUNT, 0);
        U.putLong(node + ElenchusStrand.NODE_NEXT, 1);
        U.putLong(node + ElenchusStrand.NODE_LAST, 0);
        U.putInt(strand + ElenchusStrand.DEPTH, U.getInt(strand + ElenchusStrand.DEPTH) + 1);
        ElenchusStrand.commit(b);
    }

    @DontInline
    @Hidden
    public static void endIteration(long b) {
        long node = ElenchusStrand.top(ElenchusStrand.of(b));
        long count = U.getLong(node + ElenchusStrand.NODE_COUNT);
        U.putLong(node + ElenchusStrand.NODE_LAST, count);
        long stride = count >>> STRIDE_SHIFT <= 1 || allIterations ? 1 : Long.highestOneBit(count) >> STRIDE_SHIFT;
        U.putLong(node + ElenchusStrand.NODE_NEXT, count + stride);
        ElenchusStrand.commit(b);
    }

    @DontInline
    @Hidden
    public static void endLeave(long b) {
        long slot = b & -ElenchusStrand.SLOT_BYTES;
        long strand = U.getLong(slot + ElenchusStrand.SLOT_STRAND);
        long start = slot + U.getInt(slot + ElenchusStrand.COMMITTED);
        long node = ElenchusStrand.top(strand);
        if (U.getInt(node) != (U.getInt(start) >>> 8 | LOOP_NODE)) {
            return;
        }
        U.putInt(strand + ElenchusStrand.DEPTH, U.getInt(strand + ElenchusStrand.DEPTH) - 1);
        long stretch = U.getLong(node + ElenchusStrand.NODE_COUNT) - U.getLong(node + ElenchusStrand.NODE_LAST);
        ElenchusStrand.commit(stretch == 0 ? b : ElenchusSlowPath.repeat(b, start, stretch));
    }

    // ---- Keeping the stack of open nodes exact.

    @Hidden
    public static void resync(int to) {
        long strand = ElenchusStrand.current();
        if (U.getInt(strand + ElenchusStrand.DEPTH) > to) {
            ElenchusSlowPath.resync(strand, to);
        }
    }

    @Hidden
    public static void unwind(int to, long ran) {
        ElenchusSlowPath.unwind(ElenchusStrand.current(), to, ran);
    }

    /** Whether the routine or loop is open; pops what was left open above it. */
    @ForceInline
    @Hidden
    private static boolean isTop(long strand, int number) {
        return U.getInt(ElenchusStrand.top(strand)) == number || ElenchusSlowPath.settle(strand, number);
    }

    // ---- The end of a call.

    /** Whether the routine is open and can end: what it was given and may have been changed unseen is read again. */
    @ForceInline
    @Hidden
    private static boolean ends(long strand, int routine) {
        return U.getInt(ElenchusStrand.top(strand)) == (routine & NUMBER) || ElenchusSlowPath.ends(strand, routine & NUMBER);
    }

    @ForceInline
    @Hidden
    private static void close(long b, long strand, int routine, long ran) {
        b = bits(b, strand, routine >>> 24, ran);
        U.putInt(strand + ElenchusStrand.DEPTH, U.getInt(strand + ElenchusStrand.DEPTH) - 1);
        ElenchusStrand.commit(b);
    }

    @DontInline
    @Hidden
    public static void exitV(long ran, int routine) {
        long strand = ElenchusStrand.current();
        if (ends(strand, routine)) {
            close(node(strand, routine << 8 | ElenchusTag.EXIT), strand, routine, ran);
        }
    }

    @DontInline
    @Hidden
    public static void exitI(int result, long ran, int routine) {
        long strand = ElenchusStrand.current();
        if (ends(strand, routine)) {
            long b = node(strand, routine << 8 | ElenchusTag.EXIT);
            U.putInt(b, result);
            close(b + 4, strand, routine, ran);
        }
    }

    @ForceInline
    @Hidden
    public static void exitZ(int result, long ran, int routine) {
        exitI(result & 1, ran, routine);
    }

    @ForceInline
    @Hidden
    public static void exitB(int result, long ran, int routine) {
        exitI((byte) result, ran, routine);
    }

    @ForceInline
    @Hidden
    public static void exitC(int result, long ran, int routine) {
        exitI((char) result, ran, routine);
    }

    @ForceInline
    @Hidden
    public static void exitS(int result, long ran, int routine) {
        exitI((short) result, ran, routine);
    }

    @ForceInline
    @Hidden
    public static void exitF(float result, long ran, int routine) {
        exitI(Float.floatToRawIntBits(result), ran, routine);
    }

    @DontInline
    @Hidden
    public static void exitJ(long result, long ran, int routine) {
        long strand = ElenchusStrand.current();
        if (ends(strand, routine)) {
            long b = node(strand, routine << 8 | ElenchusTag.EXIT);
            U.putLong(b, result);
            close(b + 8, strand, routine, ran);
        }
    }

    @ForceInline
    @Hidden
    public static void exitD(double result, long ran, int routine) {
        exitJ(Double.doubleToRawLongBits(result), ran, routine);
    }

    @ForceInline
    @Hidden
    public static void exitA(Object result, long ran, int routine) {
        exitRef(result, ran, routine, ElenchusTag.EXIT);
    }

    @ForceInline
    @Hidden
    public static void exitThrow(Throwable exception, long ran, int routine) {
        if (exception instanceof StackOverflowError) {
            ElenchusSlowPath.overflowed(exception, routine & NUMBER);
        }
        exitRef(exception, ran, routine, ElenchusTag.THROW);
        ElenchusSlowPath.thrown(exception);
    }

    @DontInline
    @Hidden
    private static void exitRef(Object value, long ran, int routine, int tag) {
        long strand = ElenchusStrand.current();
        if (ends(strand, routine)) {
            int word = word(strand, value);
            long b = node(strand, routine << 8 | tag);
            U.putInt(b, word);
            close(b + 4, strand, routine, ran);
        }
    }

    @Hidden
    public static void receiver(Object self, int routine) {
        long strand = ElenchusStrand.current();
        if (isTop(strand, routine & NUMBER)) {
            int word = ElenchusValues.quick(self);
            if (word == ElenchusValues.SLOW) {
                word = ElenchusValues.born(strand, self);
            }
            long b = open(strand, ElenchusTag.RECEIVER);
            U.putInt(b, word);
            ElenchusStrand.commit(b + 4);
        }
    }

    // ---- Other writes.

    @Hidden
    public static void touch(Object array) {
        if (array != null) {
            word(ElenchusStrand.current(), array);
        }
    }

    @Hidden
    public static void changed(Object array) {
        changedRange(array, 0, Integer.MAX_VALUE);
    }

    @Hidden
    public static void changedRange(Object array, int from, int to) {
        if (array != null && array.getClass().isArray()) {
            ElenchusValues.rewritten(ElenchusStrand.current(), array, from, to);
        }
    }

    @Hidden
    public static void cloned(Object original, Object copy) {
        ElenchusValues.separate(original, copy);
        touch(copy);
    }

    @Hidden
    public static void reread(Object object) {
        ElenchusHooks.writes(object);
    }

    @Hidden
    public static void lend(Object given, int callee) {
        if (given != null && ElenchusPassed.isOpaque(callee)) {
            ElenchusPassed.lend(given);
        }
    }

    @Hidden
    public static void back(Object given, int callee) {
        if (given != null && ElenchusPassed.isOpaque(callee)) {
            ElenchusPassed.back(given);
        }
    }

    @Hidden
    public static void foreign(Object object) {
        ElenchusHooks.writes(object);
    }

    @Hidden
    public static void foreignStatic(Class<?> owner) {
        ElenchusHooks.setsStatic(owner);
    }

    // ---- Synchronisation.

    @Hidden
    public static void release() {
        ElenchusStrand.release(ElenchusStrand.current());
    }
}
