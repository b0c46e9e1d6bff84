package java.lang;

import java.lang.invoke.ElenchusHandles;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Objects that a strand must look at again, because code that is not recorded can change them.
 *
 * <p>Two lists. What such code has <em>written</em> into is observed right before the next record of the strand: the
 * strand is sent through the slow path until then, so that nothing has to be asked otherwise. String builders and the
 * like that a call was <em>given</em> are read again before that call ends; the open node of the call is marked.
 */
final class ElenchusKept {
    private static final Unsafe U = ElenchusStrand.U;

    /** By the number in the control block; 0 stands for none. */
    private static volatile ElenchusKept[] all = new ElenchusKept[16];
    private static int count = 1;

    /** How many writes can wait for the next record; when there are more, the earlier ones are looked at immediately. */
    private static final int MOST_WRITTEN = 1 << 10;
    /** How many of them are compared with the next: code that goes to and fro between some objects is no reason to keep each time. */
    private static final int LOOK_BACK = 8;

    private final long strand;
    private Object[] written = new Object[4];
    /** Which elements, where it is an array: the first of them and their end. */
    private int[] firsts = new int[4];
    private int[] ends = new int[4];
    /** The fingerprint of an array before it could be written into; 0 when what was written is to be looked at in any case. */
    private long[] prints = new long[4];
    private int writtenCount;
    private Object[] given = new Object[8];
    private int[] depths = new int[8];
    private int givenCount;
    /** The innermost task that the thread runs, and how many entries of the stack of nodes lie below those of the task. */
    ElenchusTask task;
    int base;
    /** A task that the thread has got and not begun, and what it will run as that. */
    ElenchusTask coming;
    Object comingTask;
    /** A task that the thread is about to put into a queue. */
    ElenchusTask offered;
    /** Objects of the platform that were looked at since the outermost look began, and how many looks are under way. */
    private Object[] looked = new Object[8];
    private int lookedCount;
    private int looks;
    /** Whether what was written is being looked at. */
    private boolean observing;

    private ElenchusKept(long strand) {
        this.strand = strand;
    }

    /** What the strand keeps. */
    @Hidden
    static ElenchusKept of(long strand) {
        int number = U.getInt(strand + ElenchusStrand.KEPT);
        return number != 0 ? all[number] : make(strand);
    }

    @Hidden
    private static synchronized ElenchusKept make(long strand) {
        if (count == all.length) {
            ElenchusKept[] more = new ElenchusKept[2 * count];
            System.arraycopy(all, 0, more, 0, count);
            all = more;
        }
        ElenchusKept kept = new ElenchusKept(strand);
        all[count] = kept;
        U.putInt(strand + ElenchusStrand.KEPT, count++);
        return kept;
    }

    /** Forgets what the strand that had this control block before has kept. */
    @Hidden
    static void begin(long strand) {
        if (U.getInt(strand + ElenchusStrand.KEPT) != 0) {
            ElenchusKept kept = of(strand);
            kept.clearGiven(0);
            kept.clearWritten();
            kept.task = null;
            kept.base = 0;
            kept.coming = null;
            kept.comingTask = null;
            kept.offered = null;
        }
    }

    // ---- What is looked at.

    /** Begins to look at an object of the platform; false when that is being done, or was done by the same outermost look. */
    @Hidden
    boolean beginLook(Object object) {
        for (int index = 0; index < lookedCount; index++) {
            if (looked[index] == object) {
                return false;
            }
        }
        if (lookedCount == looked.length) {
            looked = larger(looked);
        }
        looked[lookedCount++] = object;
        looks++;
        return true;
    }

    @Hidden
    boolean isObserving() {
        return observing || looks > 0;
    }

    @Hidden
    void endLook() {
        if (--looks == 0) {
            while (lookedCount > 0) {
                looked[--lookedCount] = null;
            }
        }
    }

    // ---- What was written.

    /** Something is about to be written into an object that recorded code knows, or into a static field. */
    @Hidden
    void written(Object object) {
        written(object, 0, Integer.MAX_VALUE);
    }

    /** The same; of an array these elements, as far as it has them. */
    @Hidden
    void written(Object object, int first, int end) {
        int place = place(object);
        if (place >= 0) {
            firsts[place] = Math.min(firsts[place], first);
            ends[place] = Math.max(ends[place], end);
            prints[place] = 0;
        } else {
            add(object, first, end, 0);
        }
    }

    /** An object, or an array that had this fingerprint, is given to code that is not recorded. */
    @Hidden
    void lent(Object given, long print) {
        if (place(given) < 0) {
            add(given, 0, Integer.MAX_VALUE, print);
        }
    }

    /** That code has returned. When something was recorded meanwhile, what it was given may have been written after that. */
    @Hidden
    void back(Object given) {
        if (place(given) < 0) {
            written(given);
        }
    }

    /** Where an object waits to be looked at; -1 when it does not, as far as it takes to find out. */
    @Hidden
    private int place(Object object) {
        int last = Math.max(writtenCount - LOOK_BACK, 0);
        for (int place = writtenCount - 1; place >= last; place--) {
            if (isSame(written[place], object)) {
                return place;
            }
        }
        return -1;
    }

    @Hidden
    private void add(Object object, int first, int end, long print) {
        if (writtenCount == MOST_WRITTEN) {
            observeWritten();
        }
        if (writtenCount == written.length) {
            written = larger(written);
            firsts = larger(firsts);
            ends = larger(ends);
            long[] more = new long[written.length];
            System.arraycopy(prints, 0, more, 0, writtenCount);
            prints = more;
        }
        firsts[writtenCount] = first;
        ends[writtenCount] = end;
        prints[writtenCount] = print;
        written[writtenCount++] = object;
        int flags = U.getInt(strand + ElenchusStrand.FLAGS);
        if ((flags & ElenchusStrand.WRITTEN) == 0) {
            if ((flags & (ElenchusStrand.VIRTUAL | ElenchusStrand.CARRIER)) == 0) {
                U.putLong(strand + ElenchusStrand.OWN_SLOT, U.getLong(strand + ElenchusStrand.SLOT));
                U.putInt(strand + ElenchusStrand.FLAGS, flags | ElenchusStrand.WRITTEN);
                U.putLong(strand + ElenchusStrand.SLOT, ElenchusStrand.alwaysFull);
            } else {
                U.putInt(strand + ElenchusStrand.FLAGS, flags | ElenchusStrand.WRITTEN);
            }
        }
    }

    /** Fields come as new objects each time they are asked for, and reflection may write through a handle. */
    @Hidden
    private static boolean isSame(Object one, Object other) {
        if (one == other) {
            return true;
        }
        if (one instanceof Field field) {
            return field.equals(other) || other instanceof MethodHandle handle && ElenchusHandles.isOf(handle, field);
        }
        return false;
    }

    /** These elements of an array are recorded by the call that has written them: they need not be looked at again. */
    @Hidden
    void recordedOtherwise(Object array, int first, int end) {
        int last = writtenCount - 1;
        boolean covered = last >= 0 && written[last] == array && firsts[last] >= first && ends[last] <= end;
        if (covered) {
            written[last] = null;
            writtenCount = last;
        }
    }

    /** Records what the objects hold now. */
    @Hidden
    void observeWritten() {
        int flags = U.getInt(strand + ElenchusStrand.FLAGS);
        if ((flags & (ElenchusStrand.VIRTUAL | ElenchusStrand.CARRIER)) == 0) {
            U.putLong(strand + ElenchusStrand.SLOT, U.getLong(strand + ElenchusStrand.OWN_SLOT));
        }
        U.putInt(strand + ElenchusStrand.FLAGS, flags & ~ElenchusStrand.WRITTEN);
        observing = true;
        for (int index = 0; index < writtenCount; index++) {
            if (prints[index] == 0 || prints[index] != ElenchusValues.fingerprint(written[index])) {
                ElenchusStatics.observe(strand, written[index], firsts[index], ends[index]);
            }
        }
        observing = false;
        clearWritten();
    }

    @Hidden
    private void clearWritten() {
        for (int index = 0; index < writtenCount; index++) {
            written[index] = null;
        }
        writtenCount = 0;
    }

    // ---- What was given.

    /** The call that is about to be entered is given something that it, or what it calls, can change unseen. */
    @Hidden
    void given(Object object) {
        int open = U.getInt(strand + ElenchusStrand.DEPTH);
        int depth = base + open + 1;
        clearGiven(depth);
        if (givenCount == given.length) {
            given = larger(given);
            depths = larger(depths);
        }
        given[givenCount] = object;
        depths[givenCount++] = depth;
        // Sends the call through ElenchusSlowPath.push, which marks it.
        U.putInt(strand + ElenchusStrand.CAPACITY, open);
    }

    /** The innermost open call is about to end: reads again what it was given. */
    @Hidden
    void readGiven() {
        int depth = base + U.getInt(strand + ElenchusStrand.DEPTH);
        clearGiven(depth);
        for (int index = givenCount - 1; index >= 0 && depths[index] == depth; index--) {
            ElenchusValues.ref(strand, given[index]);
        }
        clearGiven(depth - 1);
    }

    /** Drops what calls beyond this depth were given; they have ended. */
    @Hidden
    private void clearGiven(int depth) {
        while (givenCount > 0 && depths[givenCount - 1] > depth) {
            given[--givenCount] = null;
        }
    }

    @Hidden
    private static Object[] larger(Object[] items) {
        Object[] more = new Object[2 * items.length];
        System.arraycopy(items, 0, more, 0, items.length);
        return more;
    }

    @Hidden
    private static int[] larger(int[] items) {
        int[] more = new int[2 * items.length];
        System.arraycopy(items, 0, more, 0, items.length);
        return more;
    }
}
