package java.lang;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * A task that recorded code gave to a pool: a strand of its own, which hangs under the call that submitted it.
 *
 * <p>It is known by an object, which is neither wrapped nor kept alive ({@link ElenchusSubmits}). When a thread begins to
 * run what was noted, its ring holds the strand of the task from there on, and that of before again when the task has ended. The
 * thread may be in the middle of something (one that waits for a task runs others meanwhile), so all that belongs
 * to the strand before is put aside.
 */
final class ElenchusTask extends WeakReference<Object> {
    private static final Unsafe U = ElenchusStrand.U;

    private static final long NODE_BYTES = 1L << ElenchusStrand.NODE_BYTES_SHIFT;
    /** How many nodes of a task can be open, at least, before its stack is made larger. */
    private static final int FIRST_ROOM = 128;

    /** The identity hash of what it is known by, and the next one in the table of those that wait. */
    final int hash;
    ElenchusTask next;
    /** The pool in whose queue it waits; null when only what is run tells. */
    final WeakReference<Object> pool;
    /** Whether the queue is known to have taken it. */
    boolean sure;

    /** The number of the strand, and of the last time that it was switched to. */
    private final int number;
    private int step = -1;
    /** Whether it may run more than once, or be tried in vain. */
    final boolean repeats;

    /** Where it was submitted: strand, number of open nodes, what the innermost of them is. */
    private final int starter;
    private final int starterDepth;
    private final int starterNode;

    /** What its thread runs as this task, and how often inside itself. */
    private Object body;
    private int again;

    /** What the thread that runs it did before. */
    private ElenchusTask outer;
    private int outerNumber;
    private int outerStep;
    private int outerDepth;
    private int outerRoom;
    private long outerNodes;

    /** A task that the running strand submits, known by itself or by what brings it to its thread. */
    private ElenchusTask(long strand, Object task, Object known, WeakReference<Object> pool) {
        super(known);
        hash = System.identityHashCode(known);
        this.pool = pool;
        number = ElenchusStrand.number();
        boolean isTimed = task instanceof java.util.TimerTask && known == task && pool == null;
        repeats = task instanceof CompletableFuture.AsynchronousCompletionTask || isTimed || isPeriodic(task);
        starter = U.getInt(strand + ElenchusStrand.STRAND);
        starterDepth = U.getInt(strand + ElenchusStrand.DEPTH);
        starterNode = ElenchusSlowPath.innermost(strand);
    }

    /** Only what the JDK made is asked; other classes may do anything when they are. */
    private static boolean isPeriodic(Object task) {
        return task.getClass().getClassLoader() == null
                && task instanceof java.util.concurrent.RunnableScheduledFuture<?> scheduled
                && scheduled.isPeriodic();
    }

    // ---- Submitting.

    /**
     * Notes that recorded code is about to give a task to a pool, under what it will be known by when it comes to a
     * thread; null when it is not recorded code that does so, or the task is noted already.
     */
    @Hidden
    static ElenchusTask note(Object task, Object known, Object pool) {
        long strand = ElenchusStrand.known();
        if (strand == 0 || U.getInt(strand + ElenchusStrand.DEPTH) == 0 && running(strand) == null) {
            return null;
        }
        // What depends on a future is given to a pool, if at all, after it was given to the future.
        if (task instanceof CompletableFuture.AsynchronousCompletionTask && ElenchusSubmits.isWaiting(task)) {
            return null;
        }
        ElenchusTask noted = new ElenchusTask(strand, task, known, ElenchusSubmits.reference(pool));
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, 2 << 8 | ElenchusTag.STRAND_START);
        U.putInt(b + 4, noted.number);
        ElenchusStrand.commit(b + 8);
        ElenchusStrand.handOver(strand);
        ElenchusSubmits.keep(noted);
        return noted;
    }

    /** The running thread has got a task, which it will run after whatever comes before ({@code beforeExecute}). */
    @Hidden
    void comes(Object task) {
        ElenchusKept kept = ElenchusKept.of(ElenchusStrand.current());
        kept.coming = this;
        kept.comingTask = task;
    }

    /** As what the running thread got what it is about to run, or null. */
    @Hidden
    static ElenchusTask come(Object task) {
        long strand = ElenchusStrand.known();
        if (strand == 0 || U.getInt(strand + ElenchusStrand.KEPT) == 0) {
            return null;
        }
        ElenchusKept kept = ElenchusKept.of(strand);
        ElenchusTask found = kept.comingTask == task ? kept.coming : null;
        kept.coming = null;
        kept.comingTask = null;
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

    /** The running thread is about to run this object as the task. */
    @Hidden
    void begin(Object task) {
        long strand = ElenchusStrand.current();
        if (runs(ElenchusKept.of(strand))) {
            again++;
        } else if (!isAt(strand)) {
            if (step < 0) {
                ElenchusStrand.name(number, Thread.currentThread().getName());
            }
            board(strand);
            body = task;
        }
    }

    /** Whether the thread is where it submitted the task: then what it runs is that call's anyway. */
    @Hidden
    private boolean isAt(long strand) {
        return U.getInt(strand + ElenchusStrand.STRAND) == starter
                && U.getInt(strand + ElenchusStrand.DEPTH) == starterDepth
                && ElenchusSlowPath.innermost(strand) == starterNode;
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

    /** Makes sure that this many nodes can be open. */
    private static void grow(long strand, int nodes) {
        while (U.getInt(strand + ElenchusStrand.ROOM) < nodes) {
            ElenchusStrand.growNodes(strand);
        }
    }

    /** What a thread ran has ended: if it was a task, that task and whatever began in it and was not heard to end. */
    @Hidden
    static void end(long strand, Object task) {
        ElenchusTask ending = running(strand);
        while (ending != null && ending.body != task) {
            ending = ending.outer;
        }
        if (ending == null) {
            return;
        }
        ElenchusKept kept = ElenchusKept.of(strand);
        while (kept.task != ending) {
            kept.task.leave(strand, kept);
        }
        if (ending.again > 0) {
            ending.again--;
        } else {
            ending.leave(strand, kept);
        }
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
            ElenchusSlowPath.popTo(strand, 0);
        }
        if (!repeats) {
            ElenchusStrand.ends(strand);
        }
        // What waits for the task goes on after it has ended, and its records come after those of the task.
        ElenchusStrand.handOver(strand);
        step = U.getInt(strand + ElenchusStrand.STEP);
        kept.task = outer;
        outer = null;
        body = null;
        again = 0;
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
