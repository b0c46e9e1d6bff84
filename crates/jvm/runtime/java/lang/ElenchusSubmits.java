package java.lang;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Tasks that were submitted and wait to be run.
 *
 * <p>One object can be submitted again and again, to several pools at once, and be refused at times; what it does then
 * has to hang under the submission that brought it to its thread. So what waits in a queue is known by that queue too, and is
 * forgotten when it leaves the queue otherwise; what a new thread of a pool is given to begin with is known by the
 * pool's own object for that thread. Of one object that is twice in one queue, the older submission is taken first.
 *
 * <p>What is refused by a handler of the program may be put into the queue by that handler, or come to nothing. It
 * is remembered, but every other submission of the same object comes first.
 */
final class ElenchusSubmits {
    private static final Unsafe U = ElenchusStrand.U;

    /** By identity hash; older ones behind younger ones. */
    private static ElenchusTask[] table = new ElenchusTask[64];
    private static int count;

    /** The queue that was last asked for: most programs have few. */
    private static WeakReference<Object> last = new WeakReference<>(null);

    /** Where pools keep what a thread runs first, and their queues; 0 as long as nobody asked, negative if unknown. */
    private static long firstTask;
    private static long workQueue;

    private ElenchusSubmits() {}

    /** A reference to a queue. */
    @Hidden
    static WeakReference<Object> reference(Object queue) {
        if (queue == null) {
            return null;
        }
        WeakReference<Object> reference = last;
        if (!reference.refersTo(queue)) {
            reference = new WeakReference<>(queue);
            last = reference;
        }
        return reference;
    }

    // ---- What happens to tasks.

    /** Recorded code is about to give a task to a pool, which runs this very object. */
    @Hidden
    static void submits(Object task) {
        ElenchusTask.note(task, task, null, false);
    }

    /** A task is about to be put into a queue. */
    @Hidden
    static ElenchusTask offers(Object queue, Object task) {
        return ElenchusTask.note(task, task, queue, false);
    }

    /** A handler of the program is about to decide what becomes of a task that its pool did not take. */
    @Hidden
    static ElenchusTask refuses(Object pool, Object task) {
        if (workQueue == 0) {
            workQueue = offset(java.util.concurrent.ThreadPoolExecutor.class, "workQueue");
        }
        return workQueue < 0 ? null : ElenchusTask.note(task, task, U.getReference(pool, workQueue), true);
    }

    /** A pool is about to start a thread, maybe with something to run first. */
    @Hidden
    static void hires(Object worker) {
        Object task = first(worker);
        if (task != null) {
            ElenchusTask.note(task, worker, null, false);
        }
    }

    /** The running thread begins as a thread of a pool. */
    @Hidden
    static void works(Object worker) {
        Object task = count == 0 ? null : first(worker);
        if (task != null) {
            found(take(worker, null, true), task);
        }
    }

    /** The running thread has taken a task out of a queue. */
    @Hidden
    static void comes(Object queue, Object task) {
        if (task != null && count > 0) {
            found(take(task, queue, false), task);
        }
    }

    @Hidden
    private static void found(ElenchusTask found, Object task) {
        if (found != null) {
            found.comes(task);
        }
    }

    /** A task has left its queue and will not be run. */
    @Hidden
    static void removed(Object queue, Object task) {
        if (task != null && count > 0) {
            take(task, queue, true);
        }
    }

    /** As what a thread runs something that came to it without a queue, or null. */
    @Hidden
    static ElenchusTask running(Object task) {
        return count == 0 ? null : take(task, null, false);
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
     * What was noted for an object that comes from a queue or, when that is null, in another way. One that repeats goes
     * on waiting, unless it is over.
     */
    private static synchronized ElenchusTask take(Object known, Object queue, boolean isOver) {
        ElenchusTask inQueue = null;
        ElenchusTask anywhere = null;
        ElenchusTask refused = null;
        ElenchusTask at = table[System.identityHashCode(known) & table.length - 1];
        for (; at != null; at = at.next) {
            if (!at.refersTo(known)) {
                continue;
            }
            if (at.queue == null) {
                anywhere = at;
            } else if (queue != null && at.queue.refersTo(queue)) {
                if (!at.refused) {
                    inQueue = at;
                } else if (refused == null) {
                    refused = at;
                }
            }
        }
        ElenchusTask found = inQueue != null ? inQueue : anywhere != null ? anywhere : refused;
        if (found != null && (isOver || !found.repeats)) {
            drop(found);
        }
        return found;
    }

    /** Forgets a task, if it still waits. */
    @Hidden
    static synchronized void drop(ElenchusTask task) {
        int index = task.hash & table.length - 1;
        ElenchusTask before = null;
        ElenchusTask at = table[index];
        while (at != null && at != task) {
            before = at;
            at = at.next;
        }
        if (at == null) {
            return;
        }
        if (before == null) {
            table[index] = task.next;
        } else {
            before.next = task.next;
        }
        task.next = null;
        count--;
    }
}
