package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * Where a thread keeps its recording state, and how the running thread finds it.
 *
 * <p>A strand (a thread, a virtual thread, or a task while one of them runs it) has a control block outside the Java heap, so that the hot path makes no
 * Java objects. Blocks are recycled, never freed: a stale address read by a race still points to a block, and the
 * thread number inside tells that it belongs to somebody else.
 *
 * <p>The offsets are shared with {@code agent/control.rs}.
 */
final class ElenchusStrand {
    static final Unsafe U = Unsafe.getUnsafe();

    /** Base address of the slot that is being filled. */
    static final int SLOT = 0;
    /** {@code Thread.tid} of the owner. */
    static final int TID = 8;
    /** Address of the stack of open nodes; an entry of zeros lies before the first. */
    static final int NODES = 16;
    /** How many nodes are open. */
    static final int DEPTH = 24;
    /** How many nodes can be open before the slow path is taken: {@link #ROOM}, or fewer to mark the next call. */
    static final int CAPACITY = 28;
    /** The next object number to hand out, and the end of the block of numbers. */
    static final int NEXT_ID = 32;
    static final int END_ID = 36;
    /** The number of the strand in the trace. */
    static final int STRAND = 40;
    /** Bit 0: a virtual thread. Bit 1: a thread that has carried a virtual one. Bit 2: known objects were written. Bit 3: a handle sets a field. */
    static final int FLAGS = 44;
    /** How many further words of line bits wait for the record that carries them, and where they are. */
    static final int PENDING = 48;
    static final int WORDS = 56;
    /** Where a record under way is put aside. */
    static final int ASIDE = 64;
    /** How often a virtual strand was switched to. */
    static final int STEP = 72;
    /** For a carrier: the strand its ring holds at present. */
    static final int CARRIED = 76;
    /** The slot of a thread that {@code SLOT} sends through the slow path: carriers, and after unseen writes. */
    static final int OWN_SLOT = 80;

    /** How many nodes the stack has room for. */
    static final int ROOM = 92;
    /** How many calls were recorded. */
    static final int CALLS = 96;
    /** The number of what {@link ElenchusKept} keeps for the strand, or 0. */
    static final int KEPT = 104;
    /** The identity of the StackOverflowError by which a call has ended last, or 0. */
    static final int OVERFLOW = 108;
    /** How many slots had been handed over when the strand last said so. */
    static final int SEEN = 112;

    /** The number of the strand of the main thread. */
    static final int MAIN = 1;

    static final int VIRTUAL = 1;
    static final int CARRIER = 2;
    static final int WRITTEN = 4;
    static final int SETTER = 8;

    /** An open node: number (loops have the top bit set), iterations done, next to record, last recorded. */
    static final int NODE_BYTES_SHIFT = 5;
    static final int NODE_COUNT = 8;
    static final int NODE_NEXT = 16;
    static final int NODE_LAST = 24;

    /** The slot's parts; see docs/design/trace-format.md. */
    static final int SLOT_BYTES = 1 << 18;
    static final int COMMITTED = 8;
    /** Bytes the format leaves unused; here the control block of the strand that fills the slot. */
    static final int SLOT_STRAND = 32;
    /** Where the records of a slot begin. */
    static final int SLOT_HEADER = 64;
    /** A record of calls or loops fits while no more than this is committed. */
    static final int LIMIT = SLOT_BYTES - 8192;
    /** How much a record under way can take: what is left above the limit, rounded down. */
    static final int ASIDE_BYTES = 8192;

    private static final int TABLE_MASK = 4095;
    /** Addresses of control blocks by the low bits of the thread number. */
    static long table;
    /** The address of the counter that blocks of object numbers are taken from. */
    static long ids;
    /** The address of the counter of slots that were handed over. */
    static long turns;
    /** The address of a slot header that always looks full. */
    static long alwaysFull;
    /** A constant, so that compiled code looks the number of its thread up once and not for every record. */
    private static final long TID_OFFSET = U.objectFieldOffset(Thread.class, "tid");

    /** How often slots are handed over early before it is done only after a pause, in nanoseconds. */
    private static final int MANY = 4096;
    private static final long PAUSE = 10_000_000;
    /** How often it was done, and when last. Threads may lose each other's counts: the limit need not be exact. */
    private static int handedOver;
    private static long lastHandedOver;
    /** Whether more threads than one have been recorded, or are about to be. */
    static boolean several;

    private ElenchusStrand() {}

    /** Takes the addresses of what all threads share. */
    @Hidden
    static void start(long tableAddress, long idsAddress, long turnsAddress, long fullAddress) {
        ids = idsAddress;
        turns = turnsAddress;
        alwaysFull = fullAddress;
        table = tableAddress;
    }

    /** Whether the recorder has been started. */
    @Hidden
    static boolean ready() {
        return table != 0;
    }

    /** The control block of the running strand. No rewritten code runs before the recorder is ready. */
    @ForceInline
    @Hidden
    static long current() {
        Thread thread = Thread.currentThread();
        long tid = U.getLong(thread, TID_OFFSET);
        long strand = U.getLong(table + ((tid & TABLE_MASK) << 3));
        return U.getLong(strand + TID) == tid ? strand : attach(thread, tid);
    }

    @Hidden
    private static long attach(Thread thread, long tid) {
        boolean virtual = ElenchusCarrier.current() != thread;
        long strand = attach(tid, virtual, thread.getName());
        several |= U.getInt(strand + STRAND) != MAIN;
        ElenchusKept.begin(strand);
        U.putLong(table + ((tid & TABLE_MASK) << 3), strand);
        return strand;
    }

    /** The control block of the running strand, or 0 when it has none so far. */
    @Hidden
    static long known() {
        long strand = inTable();
        return strand != 0 ? strand : find(tid(Thread.currentThread()));
    }

    /** The same without looking further than where it is put when it is used. */
    @ForceInline
    @Hidden
    static long inTable() {
        long tid = U.getLong(Thread.currentThread(), TID_OFFSET);
        long strand = U.getLong(table + ((tid & TABLE_MASK) << 3));
        return U.getLong(strand + TID) == tid ? strand : 0;
    }

    /** Where the table has the control block of the running strand. */
    @Hidden
    static long place() {
        return table + ((U.getLong(Thread.currentThread(), TID_OFFSET) & TABLE_MASK) << 3);
    }

    /** Whether a recorded call of the running thread is open. */
    static boolean isInCall() {
        return U.getInt(current() + DEPTH) > 0;
    }

    /** Where the next record of the strand goes, with room for a record of calls or loops. */
    @ForceInline
    @Hidden
    static long cursor(long strand) {
        long slot = U.getLong(strand + SLOT);
        int committed = U.getInt(slot + COMMITTED);
        return committed <= LIMIT ? slot + committed : cursor(strand, 8192);
    }

    /** Where the next record of the strand goes, with room for this many bytes. */
    @Hidden
    static long cursor(long strand, int bytes) {
        if ((U.getInt(strand + FLAGS) & WRITTEN) != 0) {
            ElenchusKept.of(strand).observeWritten();
        }
        long owner = (U.getInt(strand + FLAGS) & (VIRTUAL | CARRIER)) == 0 ? strand : board(strand);
        int own = owner == strand && (U.getInt(strand + FLAGS) & CARRIER) == 0 ? SLOT : OWN_SLOT;
        long slot = U.getLong(owner + own);
        if (U.getInt(slot + COMMITTED) > SLOT_BYTES - bytes) {
            nextSlot(owner, strand);
            slot = U.getLong(owner + own);
        }
        return slot + U.getInt(slot + COMMITTED);
    }

    /** What the strand has done is about to become visible to other threads, if there are any. */
    @Hidden
    static void release(long strand) {
        if (several && strand != 0) {
            handOver(strand);
        }
    }

    /**
     * Has everything recorded so far handed over before what comes now. Readers order the writes of different threads by when
     * their slots were handed over. This is called before others can see what a thread has done (it starts one, ends, gives a
     * lock back, completes a future): so what comes before something else in the program does so in the trace. A
     * program that does this very often would spend its time on it; then the order is kept now and then.
     */
    @Hidden
    static void handOver(long strand) {
        long now = System.nanoTime();
        if (handedOver < MANY || now - lastHandedOver > PAUSE) {
            handedOver++;
            lastHandedOver = now;
            // What was written by code that is not recorded is looked at first.
            long b = cursor(strand);
            if ((b & SLOT_BYTES - 1) > SLOT_HEADER) {
                nextSlot((U.getInt(strand + FLAGS) & (VIRTUAL | CARRIER)) == 0 ? strand : board(strand), strand);
            }
        }
    }

    /** What the strand does at present ends: it is a task or a virtual thread. */
    @Hidden
    static void ends(long strand) {
        long b = cursor(strand);
        U.putInt(b, ElenchusTag.STRAND_END);
        U.putInt(b + 4, U.getInt(strand + STRAND));
        commit(b + 8);
    }

    /** From here on the records of the thread are those of another strand; the number says how often it was switched to before. */
    @Hidden
    static void switchTo(long strand, int number, int step) {
        if ((U.getInt(strand + FLAGS) & (VIRTUAL | CARRIER)) != 0) {
            // The next record boards the carrier, and that is the switch.
            U.putInt(strand + STRAND, number);
            U.putInt(strand + STEP, step - 1);
            return;
        }
        long b = cursor(strand);
        U.putInt(b, ElenchusTag.SWITCH);
        U.putInt(b + 4, number);
        U.putInt(b + 8, step);
        commit(b + 12);
        U.putInt(strand + STRAND, number);
        U.putInt(strand + STEP, step);
    }

    /** Makes the carrier's ring hold this strand; gives the carrier's control block. */
    @Hidden
    private static long board(long strand) {
        Thread thread = ElenchusCarrier.current();
        long tid = U.getLong(thread, TID_OFFSET);
        long carrier = U.getLong(table + ((tid & TABLE_MASK) << 3));
        if (U.getLong(carrier + TID) != tid) {
            carrier = attach(tid, false, thread.getName());
            ElenchusKept.begin(carrier);
            U.putLong(table + ((tid & TABLE_MASK) << 3), carrier);
        }
        int number = U.getInt(strand + STRAND);
        if ((U.getInt(carrier + FLAGS) & CARRIER) == 0) {
            becomeCarrier(carrier);
        }
        if (U.getInt(carrier + CARRIED) != number) {
            long slot = U.getLong(carrier + OWN_SLOT);
            if (U.getInt(slot + COMMITTED) > SLOT_BYTES - 16) {
                nextSlot(carrier, strand);
                slot = U.getLong(carrier + OWN_SLOT);
            }
            int step = U.getInt(strand + STEP) + 1;
            U.putInt(strand + STEP, step);
            U.putInt(carrier + CARRIED, number);
            U.putLong(slot + SLOT_STRAND, strand);
            long b = slot + U.getInt(slot + COMMITTED);
            U.putInt(b, ElenchusTag.SWITCH);
            U.putInt(b + 4, number);
            U.putInt(b + 8, step);
            commit(b + 12);
        }
        return carrier;
    }

    /** Publishes everything before the cursor. */
    @ForceInline
    @Hidden
    static void commit(long b) {
        long slot = b & -SLOT_BYTES;
        U.putIntRelease(null, slot + COMMITTED, (int) (b - slot));
    }

    /** The strand whose record is being written at the cursor. */
    @ForceInline
    @Hidden
    static long of(long b) {
        return U.getLong((b & -SLOT_BYTES) + SLOT_STRAND);
    }

    /** A new object number. */
    @ForceInline
    @Hidden
    static int newId(long strand) {
        int id = U.getInt(strand + NEXT_ID);
        if (id == U.getInt(strand + END_ID)) {
            return newBlock(strand);
        }
        U.putInt(strand + NEXT_ID, id + 1);
        return id;
    }

    @Hidden
    private static int newBlock(long strand) {
        int id = U.getAndAddInt(null, ids, 1024);
        if (id < 0) {
            cut(3);
            // Numbers are used up and the recording has ended: whatever is written now is dropped.
            U.putInt(null, ids, Integer.MAX_VALUE - 65536);
            id = 0x1000;
        }
        U.putInt(strand + NEXT_ID, id + 1);
        U.putInt(strand + END_ID, id + 1024);
        return id;
    }

    /** The address of the entry of the innermost open node. */
    @ForceInline
    @Hidden
    static long top(long strand) {
        return U.getLong(strand + NODES) + ((long) (U.getInt(strand + DEPTH) - 1) << NODE_BYTES_SHIFT);
    }

    /** The number of a thread; user classes cannot change it as they can {@code getId}. */
    static long tid(Thread thread) {
        return U.getLong(thread, TID_OFFSET);
    }

    /** Finds or makes the control block of a thread. */
    private static native long attach(long tid, boolean virtual, String name);

    /** A control block of no thread, whose records nobody keeps. */
    static native long aside();

    /** Hands the full slot of {@code owner} to the sealer and waits for a free one, to be filled by {@code strand}. */
    private static native void nextSlot(long owner, long strand);

    /** Sends a thread that carries virtual threads through the slow path from now on. */
    private static native void becomeCarrier(long carrier);

    /** Makes the stack of open nodes larger. */
    static native void growNodes(long strand);

    /** Makes room for more waiting words of line bits. */
    static native void growWords(long strand);

    /** The number a thread will have as a strand. */
    static native int promise(long tid);

    /** A number for a strand that is no thread. */
    static native int number();

    /** Says how such a strand is called. */
    static native void name(int number, String name);

    /** The control block of a thread, or 0. */
    static native long find(long tid);

    /** Gives back what belongs to a thread. */
    static native void detach(long tid);

    /** An exception leaves the outermost recorded call of the main thread. */
    static native void leavesMain(String type, String message);

    /**
     * How often the method that ends by an exception is on the stack of the calling thread; 0 when that cannot be told. Only for
     * {@link ElenchusSlowPath#overflowed}: the depth of its caller is known.
     */
    static native int activations();

    /** Ends the recording for a reason of the trace format. */
    static native void cut(int reason);
}
