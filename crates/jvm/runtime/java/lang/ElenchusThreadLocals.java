package java.lang;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * What thread locals hold, as if it were fields of theirs: whether one is set, and its value.
 *
 * <p>It is what they hold for the thread that looks. That is one state for all only while one thread alone uses a thread local:
 * as soon as another one looks at it, its state is said to be unknown, and stays so.
 */
final class ElenchusThreadLocals {
    private static final Unsafe U = ElenchusStrand.U;

    /** These stand where other fields have their offsets. */
    static final long IS_SET = -1;
    static final long VALUE = -2;

    private static final long HASH = U.objectFieldOffset(ThreadLocal.class, "threadLocalHashCode");
    private static final long TABLE = U.objectFieldOffset(ThreadLocal.ThreadLocalMap.class, "table");

    /** Who uses each thread local: its identity hash and the strand, from 1 on. One that finds its place taken counts as shared. */
    private static final int PLACES = 1 << 12;
    private static final long USERS = ElenchusValues.zeroed(PLACES * 8L);
    private static final int SHARED = -1;
    /** Stands for what a thread local holds that is shared. */
    private static final Object UNKNOWN = new Object();

    private ElenchusThreadLocals() {}

    /** Whether a class is one of thread locals that start anew in each thread, and nobody's subclass. */
    static boolean isLocal(Class<?> type) {
        String name = type.getName();
        return name.equals("java.lang.ThreadLocal") || name.equals("java.lang.ThreadLocal$SuppliedThreadLocal");
    }

    /** Where a field of a class lies, or what stands for that. */
    static long offset(Class<?> owner, String field) {
        if (owner == ThreadLocal.class) {
            return field.equals("isSet") ? IS_SET : VALUE;
        }
        return U.objectFieldOffset(owner, field);
    }

    /** Whether the running strand is the only one that has looked at a thread local. */
    @Hidden
    static boolean isOwn(Object local) {
        int hash = System.identityHashCode(local);
        long place = USERS + ((long) (hash & PLACES - 1) << 3);
        int holder = U.compareAndExchangeInt(null, place, 0, hash);
        if (holder != 0 && holder != hash) {
            return false;
        }
        int strand = U.getInt(ElenchusStrand.current() + ElenchusStrand.STRAND) + 1;
        int user = U.compareAndExchangeInt(null, place + 4, 0, strand);
        if (user == 0 || user == strand) {
            return true;
        }
        U.putInt(place + 4, SHARED);
        return false;
    }

    @Hidden
    static boolean isSet(Object local) {
        return isOwn(local) && entry((ThreadLocal<?>) local) != null;
    }

    /** What the running thread has in a thread local; null where it has nothing, and something else where that is not known. */
    @Hidden
    static Object value(Object local) {
        if (!isOwn(local)) {
            return UNKNOWN;
        }
        ThreadLocal.ThreadLocalMap.Entry entry = entry((ThreadLocal<?>) local);
        return entry == null ? null : entry.value;
    }

    /** Finds the entry of a thread local as the thread itself would, but changes nothing on the way. */
    @Hidden
    private static ThreadLocal.ThreadLocalMap.Entry entry(ThreadLocal<?> local) {
        ThreadLocal.ThreadLocalMap map = local.getMap(Thread.currentThread());
        if (map == null) {
            return null;
        }
        ThreadLocal.ThreadLocalMap.Entry[] entries = (ThreadLocal.ThreadLocalMap.Entry[]) U.getReference(map, TABLE);
        int first = U.getInt(local, HASH);
        for (int step = 0; step < entries.length; step++) {
            ThreadLocal.ThreadLocalMap.Entry entry = entries[first + step & entries.length - 1];
            if (entry == null || ((WeakReference<ThreadLocal<?>>) entry).refersTo(local)) {
                return entry;
            }
        }
        return null;
    }
}
