package java.lang;

import java.lang.reflect.Field;
import java.util.AbstractList;
import jdk.internal.misc.Unsafe;

/**
 * How often collections have changed. That is not recorded, but iterators know what it was when they saw their collection last, and refuse
 * to go on when it is something else.
 */
final class ElenchusCounters {
    private static final Unsafe U = Unsafe.getUnsafe();

    private static final String COUNTER = "modCount";
    private static final String EXPECTED = "expectedModCount";

    private ElenchusCounters() {}

    /** Counts the changes of rebuilt collections as their rebuilt iterators do. */
    static void settle(Object[] objects) throws ElenchusRerun.Refusal {
        for (Object object : objects) {
            Object counted = iterated(object);
            if (counted != null && U.getInt(counted, offset(counted, COUNTER)) != 0) {
                throw new ElenchusRerun.Refusal("it involves an iterator of a hash table that had to be filled anew");
            }
        }
        for (Object object : objects) {
            Object counted = iterated(object);
            if (counted != null) {
                long offset = offset(counted, COUNTER);
                int seen = U.getInt(object, offset(object, EXPECTED));
                U.putInt(counted, offset, Math.max(seen, U.getInt(counted, offset)));
            }
        }
        for (Object object : objects) {
            Object whole = isOfJdk(object) ? whole(object) : object;
            if (whole != object) {
                U.putInt(object, offset(object, COUNTER), U.getInt(whole, offset(whole, COUNTER)));
            }
        }
    }

    /** What counts the changes that an iterator of the JDK looks at; null for other objects. */
    private static Object iterated(Object object) {
        if (!isOfJdk(object) || offset(object, EXPECTED) < 0) {
            return null;
        }
        Object owner = reference(object, "this$0");
        return owner == null || !isOfJdk(owner) || offset(owner, COUNTER) < 0 ? null : whole(owner);
    }

    /** The list of which a list is a part, or itself. */
    private static Object whole(Object collection) {
        Object whole = collection instanceof AbstractList ? reference(collection, "root") : null;
        return whole instanceof AbstractList && isOfJdk(whole) ? whole : collection;
    }

    private static boolean isOfJdk(Object object) {
        return object != null && object.getClass().getName().startsWith("java.util.");
    }

    private static Object reference(Object object, String name) {
        long offset = offset(object, name);
        return offset < 0 ? null : U.getReference(object, offset);
    }

    /** Where an object has a field of this name; -1 if it has none. */
    private static long offset(Object object, String name) {
        for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
            for (Field field : ElenchusRebuilt.FIELDS.get(owner)) {
                if (field.getName().equals(name)) {
                    return U.objectFieldOffset(field);
                }
            }
        }
        return -1;
    }
}
