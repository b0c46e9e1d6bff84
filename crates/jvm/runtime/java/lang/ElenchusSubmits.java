package java.lang;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Tasks that were submitted and wait to be run, and what pools of threads tell about them ({@code agent/pools.rs}).
 *
 * <p>One object can be submitted again and again, to several pools at once, and be refused at times; what it does then
 * has to hang under the submission that brought it to its thread. So what waits in a queue is known by the pool too, and is
 * forgotten when it leaves the queue otherwise; what a new thread of a pool is given to begin with is known by the
 * pool's own object for that thread. Of one object that is twice in one queue, the older submission is taken first.
 *
 * <p>A submission is sure when the queue has said that it took the task. Until then, and when the queue fails or a
 * handler of the program is asked what to do with a task that there is no room for, it may come to nothing; others of
 * the same object are taken first.
 */
public final class ElenchusSubmits {
    private static final Unsafe U = ElenchusStrand.U;

    /** By identity hash; older ones behind younger ones. */
    private static ElenchusTask[] table = new ElenchusTask[64];
    private static int count;
    /** Whether any task has begun so far. */
    private static boolean begun;

    /** The pool that was last asked for: most programs have few. */
    private static WeakReference<Object> last = new WeakReference<>(null);

    /** Where pools keep what a thread runs first, and their handlers; 0 as long as nobody asked, negative if unknown. */
    private static long firstTask;
    private static long handler;

    private ElenchusSubmits() {}

    /** A reference to a pool. */
    @Hidden
    static WeakReference<Object> reference(Object pool) {
        if (pool == null) {
            return null;
        }
        WeakReference<Object> reference = last;
        if (!reference.refersTo(pool)) {
            reference = new WeakReference<>(pool);
            last = reference;
        }
        return reference;
    }

    // ---- Submitting.

    /** A task is about to be given to a pool, by whatever thread, and nothing but the task will tell. */
    @Hidden
    public static void submits(Object task) {
        if (task != null && ElenchusStrand.ready()) {
            ElenchusTask.note(task, task, null);
        }
    }

    /** A pool is about to put a task into its queue. */
    @Hidden
    public static void offers(Object task, Object pool) {
        ElenchusTask submitted = ElenchusStrand.ready() ? ElenchusTask.note(task, task, pool) : null;
        if (submitted != null) {
            ElenchusKept.of(ElenchusStrand.current()).offered = submitted;
        }
    }

    /** The queue has taken the task or not. */
    @Hidden
    public static void offered(boolean taken, Object task, Object pool) {
        long strand = ElenchusStrand.ready() ? ElenchusStrand.known() : 0;
        if (strand == 0 || U.getInt(strand + ElenchusStrand.KEPT) == 0) {
            return;
        }
        ElenchusKept kept = ElenchusKept.of(strand);
        ElenchusTask submitted = kept.offered;
        if (submitted == null || !submitted.refersTo(task)) {
            return;
        }
        kept.offered = null;
        if (taken) {
            submitted.sure = true;
        } else if (!drop(submitted)) {
            // Somebody else submits the same object now, and a thread has begun it as this one: the other takes its place.
            take(task, pool, true);
        }
    }

    /** A pool has no room for a task. The JDK's own handlers run it, submit it again or forget it; others may do anything. */
    @Hidden
    public static void refuses(Object task, Object pool) {
        if (!ElenchusStrand.ready()) {
            return;
        }
        if (handler == 0) {
            handler = offset(java.util.concurrent.ThreadPoolExecutor.class, "handler");
        }
        Object asked = handler < 0 ? null : U.getReferenceVolatile(pool, handler);
        if (asked != null && asked.getClass().getClassLoader() != null) {
            ElenchusTask.note(task, task, pool);
        }
    }

    /** A pool is about to start a thread, maybe with something to run first. */
    @Hidden
    public static void hires(Object worker) {
        Object task = ElenchusStrand.ready() ? first(worker) : null;
        if (task != null) {
            ElenchusTask.note(task, worker, null);
        }
    }

    // ---- What becomes of what waits.

    /** A task was taken back, or was not there. */
    @Hidden
    public static void removed(boolean wasThere, Object task, Object pool) {
        if (wasThere) {
            removed(task, pool);
        }
    }

    /** A task has left the queue of a pool and will not be run. */
    @Hidden
    public static void removed(Object task, Object pool) {
        if (task != null && count > 0) {
            take(task, pool, true);
        }
    }

    /** The same for all in a list. */
    @Hidden
    public static void drained(ArrayList<?> tasks, Object pool) {
        for (int index = 0; index < tasks.size(); index++) {
            removed(tasks.get(index), pool);
        }
    }

    /** The running thread begins as a thread of a pool. */
    @Hidden
    public static void works(Object worker) {
        Object task = count == 0 ? null : first(worker);
        if (task != null) {
            found(take(worker, null, true), task);
        }
    }

    /** The running thread has taken a task out of the queue of its pool. */
    @Hidden
    public static void comes(Object task, Object pool) {
        if (task != null && count > 0) {
            found(take(task, pool, false), task);
        }
    }

    @Hidden
    private static void found(ElenchusTask found, Object task) {
        if (found != null) {
            found.comes(task);
        }
    }

    // ---- Running.

    /** A thread of a pool is about to run what came to it. */
    @Hidden
    public static void beginsWork(Object task) {
        ElenchusTask found = ElenchusStrand.ready() ? ElenchusTask.come(task) : null;
        begin(found != null ? found : waiting(task), task);
    }

    /** The running thread is about to run something that may be a task. */
    @Hidden
    public static void begins(Object task) {
        begin(waiting(task), task);
    }

    /** As what a thread runs something that came to it without a queue, or null. */
    @Hidden
    private static ElenchusTask waiting(Object task) {
        return count == 0 || task == null ? null : take(task, null, false);
    }

    @Hidden
    private static void begin(ElenchusTask found, Object task) {
        if (found != null) {
            begun = true;
            found.begin(task);
        }
    }

    /** What the running thread ran has ended. */
    @Hidden
    public static void ends(Object task) {
        long strand = begun ? ElenchusStrand.known() : 0;
        if (strand != 0) {
            ElenchusTask.end(strand, task);
        }
    }

    /** Whatever tasks the running thread has begun have ended. */
    @Hidden
    public static void endsAll() {
        long strand = begun ? ElenchusStrand.known() : 0;
        if (strand != 0) {
            ElenchusTask.endAll(strand);
        }
    }

    @Hidden
    private static Object first(Object worker) {
        if (firstTask == 0) {
            firstTask = offset(worker.getClass(), "firstTask");
        }
        return firstTask < 0 ? null : U.getReference(worker, firstTask);
    }

    private static long offset(Class<?> owner, String field) {
        try {
            return U.objectFieldOffset(owner, field);
        } catch (InternalError unknown) {
            return -1;
        }
    }

    // ---- The table.

    static synchronized boolean isWaiting(Object task) {
        ElenchusTask found = table[System.identityHashCode(task) & table.length - 1];
        while (found != null && !found.refersTo(task)) {
            found = found.next;
        }
        return found != null;
    }

    static synchronized void keep(ElenchusTask task) {
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

    /**
     * What was noted for an object that comes from the queue of a pool or, when that is null, in another way. One that
     * repeats goes on waiting, unless it is over.
     */
    private static synchronized ElenchusTask take(Object known, Object pool, boolean isOver) {
        ElenchusTask inQueue = null;
        ElenchusTask anywhere = null;
        ElenchusTask unsure = null;
        ElenchusTask at = table[System.identityHashCode(known) & table.length - 1];
        for (; at != null; at = at.next) {
            if (!at.refersTo(known)) {
                continue;
            }
            if (at.pool == null) {
                anywhere = at;
            } else if (pool != null && at.pool.refersTo(pool)) {
                if (at.sure) {
                    inQueue = at;
                } else if (unsure == null) {
                    unsure = at;
                }
            }
        }
        ElenchusTask found = inQueue != null ? inQueue : unsure != null ? unsure : anywhere;
        if (found != null && (isOver || !found.repeats)) {
            drop(found);
        }
        return found;
    }

    /** Forgets a task; whether it was still waiting. */
    private static synchronized boolean drop(ElenchusTask task) {
        int index = task.hash & table.length - 1;
        ElenchusTask before = null;
        ElenchusTask at = table[index];
        while (at != null && at != task) {
            before = at;
            at = at.next;
        }
        if (at == null) {
            return false;
        }
        if (before == null) {
            table[index] = task.next;
        } else {
            before.next = task.next;
        }
        task.next = null;
        count--;
        return true;
    }
}
