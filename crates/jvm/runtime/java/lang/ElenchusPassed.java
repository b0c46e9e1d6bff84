package java.lang;

import java.io.Closeable;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * Arrays, and objects of the platform, that recorded code gives to code that is not recorded or calls methods of, which may
 * change them.
 */
final class ElenchusPassed {
    /** Larger arrays, in bytes or elements that refer to objects, are not compared: a call should not cost more because of this. */
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_ELEMENTS = 1 << 10;
    /** How many arrays of an array of arrays are looked at. */
    private static final int MOST_ROWS = 64;

    /** What a class is, by its number: not known so far, recorded, or not. */
    private static final byte UNKNOWN = 0;
    private static final byte RECORDED = 1;
    private static volatile byte[] levels = new byte[64];

    private ElenchusPassed() {}

    /** Whether the code of a class is not recorded, or not known to be. */
    @ForceInline
    @Hidden
    static boolean isOpaque(int callee) {
        byte[] known = levels;
        byte level = callee < known.length ? known[callee] : UNKNOWN;
        return callee == 0 || level != RECORDED && (level != UNKNOWN || ask(callee) != RECORDED);
    }

    /** Asks for a class that may have been loaded meanwhile. */
    @Hidden
    private static synchronized byte ask(int callee) {
        byte level = level(callee);
        byte[] known = levels;
        if (callee >= known.length) {
            byte[] more = new byte[Math.max(2 * known.length, callee + 1)];
            System.arraycopy(known, 0, more, 0, known.length);
            levels = known = more;
        }
        known[callee] = level;
        return level;
    }

    /** An array or an object is about to be given away. */
    @Hidden
    static void lend(Object given) {
        ElenchusClass type = typeOf(given);
        if (type == null) {
            return;
        }
        if (type.kind == ElenchusClass.PLATFORM) {
            if (isWatched(given)) {
                ElenchusKept.of(ElenchusStrand.current()).lent(given, 0);
            }
        } else if (type.kind == ElenchusClass.ARRAY) {
            if (isWatched(given, type)) {
                ElenchusKept.of(ElenchusStrand.current()).lent(given, ElenchusValues.fingerprint(given));
            }
            for (int row = 0; row < rows(given); row++) {
                Object inner = ((Object[]) given)[row];
                if (inner != null) {
                    lend(inner);
                }
            }
        }
    }

    /** The call has returned that an array or an object was given to. */
    @Hidden
    static void back(Object given) {
        ElenchusClass type = typeOf(given);
        if (type == null) {
            return;
        }
        boolean isOfPlatform = type.kind == ElenchusClass.PLATFORM && isWatched(given);
        boolean isArray = type.kind == ElenchusClass.ARRAY;
        if (isOfPlatform || isArray && isWatched(given, type)) {
            ElenchusKept.of(ElenchusStrand.current()).back(given);
        }
        for (int row = 0; isArray && row < rows(given); row++) {
            Object inner = ((Object[]) given)[row];
            if (inner != null) {
                back(inner);
            }
        }
    }

    /**
     * What is known of the class of something that is given away; null when nobody has seen an object of it. Streams, readers
     * and writers count all the same: what they do changes those that they are made of.
     */
    @Hidden
    private static ElenchusClass typeOf(Object given) {
        ElenchusClass type = ElenchusClass.quick(given);
        return type == null && given instanceof Closeable ? ElenchusClass.of(given) : type;
    }

    @Hidden
    private static boolean isWatched(Object given) {
        return (given instanceof Closeable || ElenchusValues.isKnown(given)) && !ElenchusPlatform.isOutside(given);
    }

    /** How many arrays an array of arrays holds that are looked at. */
    @Hidden
    private static int rows(Object array) {
        return array instanceof Object[] rows && rows.getClass().getComponentType().isArray() ? Math.min(rows.length, MOST_ROWS) : 0;
    }

    @Hidden
    private static boolean isWatched(Object array, ElenchusClass type) {
        if (!ElenchusValues.isKnown(array)) {
            return false;
        }
        int length = java.lang.reflect.Array.getLength(array);
        return type.kinds[0] == 'L' ? length <= MOST_ELEMENTS : length * type.offsets[1] <= MOST_BYTES;
    }

    /** What the class with a number is. */
    private static native byte level(int callee);
}
