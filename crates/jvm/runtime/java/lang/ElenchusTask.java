package java.lang;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * A task that recorded code gave to a pool: a strand of its own, which hangs under the call that submitted it.
 *
 * <p>The object that the pool runs is the key; it is neither wrapped nor kept alive. When a thread begins to run one that
 * was noted, its ring holds the strand of the task from there on, and that of before again when the task has ended. The
 * thread may be in the middle of something (one that waits for a task runs others meanwhile), so all that belongs
 * to the strand before is put aside.
 */
final class ElenchusTask extends WeakReference<Object> {
    private static final Unsafe U = ElenchusStrand.U;

    private static final long NODE_BYTES = 1L << ElenchusStrand.NODE_BYTES_SHIFT;
    /** How many nodes of a task can be open, at least, before its stack is made larger. */
    private static final int FIRST_ROOM = 128;

    /** Tasks that wait, by the identity hash of what the pool runs; older ones behind younger ones. */
    private static ElenchusTask[] table = new ElenchusTask[64];
    private static int count;

    private final int hash;
    private ElenchusTask next;

    /** The number of the strand, and of the last time that it was switched to. */
    private final int number;
    private int step = -1;
    /** Whether it may run more than once, or be tried in vain. */
    private final boolean repeats;

    /** Where it was submitted: strand, number of open nodes, what the innermost of them is. */
    private final int starter;
    private final int starterDepth;
    private final int starterNode;

    /** What the thread that runs it did before. */
    private ElenchusTask outer;
    private int outerNumber;
    private int outerStep;
    private int outerDepth;
    private int outerRoom;
    private long outerNodes;

    private ElenchusTask(Object task, long strand) {
        super(task);
        hash = System.identityHashCode(task);
        number = ElenchusStrand.number();
        repeats = task instanceof CompletableFuture.AsynchronousCompletionTask || isPeriodic(task);
        starter = U.getInt(strand + ElenchusStrand.STRAND);
        starterDepth = U.getInt(strand + ElenchusStrand.DEPTH);
        starterNode = ElenchusRare.innermost(strand);
    }

    /** Only what the JDK made is asked; other classes may do anything when they are. */
    private static boolean isPeriodic(Object task) {
        return task instanceof java.util.TimerTask
                || task.getClass().getClassLoader() == null
                && task instanceof java.util.concurrent.RunnableScheduledFuture<?> scheduled
                && scheduled.isPeriodic();
    }

    // ---- Submitting.

    /** Recorded code is about to give a task to a pool. */
    @Hidden
    static void submitted(Object task) {
        long strand = ElenchusStrand.known();
        if (strand == 0 || U.getInt(strand + ElenchusStrand.DEPTH) == 0 && running(strand) == null) {
            return;
        }
        // What depends on a future is given to a pool, if at all, after it was given to the future.
        if (task instanceof CompletableFuture.AsynchronousCompletionTask && isWaiting(task)) {
            return;
        }
        ElenchusTask noted = new ElenchusTask(task, strand);
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, 2 << 8 | ElenchusTag.STRAND_START);
        U.putInt(b + 4, noted.number);
        ElenchusStrand.commit(b + 8);
        ElenchusStrand.handOver(strand);
        keep(noted);
    }

    private static synchronized boolean isWaiting(Object task) {
        ElenchusTask found = table[System.identityHashCode(task) & table.length - 1];
        while (found != null && !found.refersTo(task)) {
            found = found.next;
        }
        return found != null;
    }

    private static synchronized void keep(ElenchusTask task) {
        if (count == table.length) {
            sweep();
        }
        int index = task.hash & table.length - 1;
        task.next = table[index];
        table[index] = task;
        count++;
    }

    /** Drops tasks that nobody can run any more, and makes room for as many again as are left. */
    private static void sweep() {
        ElenchusTask[] old = table;
        int left = 0;
        for (ElenchusTask task : old) {
            for (; task != null; task = task.next) {
                left += task.refersTo(null) ? 0 : 1;
            }
        }
        int size = 64;
        while (size < 2 * left) {
            size *= 2;
        }
        ElenchusTask[] fresh = new ElenchusTask[size];
        ElenchusTask[] ends = new ElenchusTask[size];
        for (ElenchusTask task : old) {
            for (ElenchusTask following; task != null; task = following) {
                following = task.next;
                if (!task.refersTo(null)) {
                    int index = task.hash & size - 1;
                    task.next = null;
                    if (ends[index] == null) {
                        fresh[index] = task;
                    } else {
                        ends[index].next = task;
                    }
                    ends[index] = task;
                }
            }
        }
        table = fresh;
        count = left;
    }

    /** The oldest that was noted for what a pool runs now, or null. */
    private static synchronized ElenchusTask take(Object task) {
        int index = System.identityHashCode(task) & table.length - 1;
        ElenchusTask before = null;
        ElenchusTask found = null;
        ElenchusTask last = null;
        for (ElenchusTask at = table[index]; at != null; last = at, at = at.next) {
            if (at.refersTo(task)) {
                before = last;
                found = at;
            }
        }
        if (found != null && !found.repeats) {
            if (before == null) {
                table[index] = found.next;
            } else {
                before.next = found.next;
            }
            found.next = null;
            count--;
        }
        return found;
    }

    // ---- Running.

    /** Ends whatever tasks a thread that is ending has begun. */
    @Hidden
    static void endAll(long strand) {
        for (ElenchusTask task = running(strand); task != null; task = running(strand)) {
            task.leave(strand, ElenchusKept.of(strand));
        }
    }

    /** The innermost task that a strand runs, or null. */
    @Hidden
    private static ElenchusTask running(long strand) {
        return U.getInt(strand + ElenchusStrand.KEPT) == 0 ? null : ElenchusKept.of(strand).task;
    }

    /** The running thread is about to run something: the task as which it was submitted, or null. */
    @Hidden
    static ElenchusTask begin(Object task) {
        if (count == 0) {
            return null;
        }
        ElenchusTask found = take(task);
        if (found == null) {
            return null;
        }
        long strand = ElenchusStrand.current();
        if (found.isAt(strand) || found.runs(ElenchusKept.of(strand))) {
            return null;
        }
        if (found.step < 0) {
            ElenchusStrand.name(found.number, Thread.currentThread().getName());
        }
        found.board(strand);
        return found;
    }

    /** Whether the thread is where it submitted the task: then what it runs is that call's anyway. */
    @Hidden
    private boolean isAt(long strand) {
        return U.getInt(strand + ElenchusStrand.STRAND) == starter
                && U.getInt(strand + ElenchusStrand.DEPTH) == starterDepth
                && ElenchusRare.innermost(strand) == starterNode;
    }

    @Hidden
    private void board(long strand) {
        ElenchusKept kept = ElenchusKept.of(strand);
        outer = kept.task;
        kept.task = this;
        outerNumber = U.getInt(strand + ElenchusStrand.STRAND);
        outerStep = U.getInt(strand + ElenchusStrand.STEP);
        outerDepth = U.getInt(strand + ElenchusStrand.DEPTH);
        ElenchusStrand.switchTo(strand, number, ++step);
        // The nodes of the task begin above those of before, behind an entry of zeros.
        grow(strand, outerDepth + FIRST_ROOM);
        outerNodes = U.getLong(strand + ElenchusStrand.NODES);
        outerRoom = U.getInt(strand + ElenchusStrand.ROOM);
        U.setMemory(above() - NODE_BYTES, NODE_BYTES, (byte) 0);
        kept.base += outerDepth + 1;
        stack(strand, above(), 0, outerRoom - outerDepth - 1);
    }

    /** Where the stack of nodes of the task begins. */
    private long above() {
        return outerNodes + (outerDepth + 1) * NODE_BYTES;
    }

    /** Makes sure that so many nodes can be open. */
    private static void grow(long strand, int nodes) {
        while (U.getInt(strand + ElenchusStrand.ROOM) < nodes) {
            ElenchusStrand.growNodes(strand);
        }
    }

    /** The task has ended, and with it whatever began in it and was not heard to end. */
    @Hidden
    void end() {
        long strand = ElenchusStrand.current();
        ElenchusKept kept = ElenchusKept.of(strand);
        if (!runs(kept)) {
            return;
        }
        while (kept.task != this) {
            kept.task.leave(strand, kept);
        }
        leave(strand, kept);
    }

    /** Whether the thread runs this task, which can begin again inside itself where pools are built on futures. */
    @Hidden
    private boolean runs(ElenchusKept kept) {
        ElenchusTask running = kept.task;
        while (running != null && running != this) {
            running = running.outer;
        }
        return running == this;
    }

    @Hidden
    private void leave(long strand, ElenchusKept kept) {
        if (U.getInt(strand + ElenchusStrand.DEPTH) > 0) {
            ElenchusRare.popTo(strand, 0);
        }
        if (!repeats) {
            ElenchusStrand.ends(strand);
        }
        // What waits for the task goes on after it has ended, and its records come after those of the task.
        ElenchusStrand.handOver(strand);
        step = U.getInt(strand + ElenchusStrand.STEP);
        kept.task = outer;
        outer = null;
        ElenchusStrand.switchTo(strand, outerNumber, outerStep + 1);
        kept.base -= outerDepth + 1;
        boolean hasGrown = U.getLong(strand + ElenchusStrand.NODES) != above();
        int room = U.getInt(strand + ElenchusStrand.ROOM);
        stack(strand, outerNodes, outerDepth, outerRoom);
        if (hasGrown) {
            // Stacks are never freed; the next task here finds room enough and makes no other one.
            grow(strand, outerDepth + 1 + room);
        }
    }

    @Hidden
    private static void stack(long strand, long nodes, int depth, int room) {
        U.putLong(strand + ElenchusStrand.NODES, nodes);
        U.putInt(strand + ElenchusStrand.DEPTH, depth);
        U.putInt(strand + ElenchusStrand.ROOM, room);
        U.putInt(strand + ElenchusStrand.CAPACITY, room);
    }
}
