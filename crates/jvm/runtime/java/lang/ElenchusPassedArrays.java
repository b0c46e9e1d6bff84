package java.lang;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/** Arrays that recorded code gives to code that is not recorded, which may write into them. */
final class ElenchusPassedArrays {
    /** Larger arrays, in bytes or elements that refer to objects, are not compared: a call should not cost more because of this. */
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_ELEMENTS = 1 << 10;
    /** How many arrays of an array of arrays are looked at. */
    private static final int MOST_ROWS = 64;

    /** What a class is, by its number: not known so far, recorded, or not. */
    private static final byte UNKNOWN = 0;
    private static final byte RECORDED = 1;
    private static volatile byte[] levels = new byte[64];

    private ElenchusPassedArrays() {}

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

    /** An array is about to be given away. */
    @Hidden
    static void lend(Object array) {
        if (isWatched(array)) {
            ElenchusKept.of(ElenchusStrand.current()).lent(array, ElenchusValues.fingerprint(array));
        }
        if (array instanceof Object[] rows && rows.getClass().getComponentType().isArray()) {
            for (int row = 0; row < Math.min(rows.length, MOST_ROWS); row++) {
                if (rows[row] != null) {
                    lend(rows[row]);
                }
            }
        }
    }

    /** The call has returned that an array was given to. */
    @Hidden
    static void back(Object array) {
        if (isWatched(array)) {
            ElenchusKept.of(ElenchusStrand.current()).back(array);
        }
        if (array instanceof Object[] rows && rows.getClass().getComponentType().isArray()) {
            for (int row = 0; row < Math.min(rows.length, MOST_ROWS); row++) {
                if (rows[row] != null) {
                    back(rows[row]);
                }
            }
        }
    }

    @Hidden
    private static boolean isWatched(Object array) {
        if (!ElenchusValues.isKnown(array)) {
            return false;
        }
        ElenchusClass type = ElenchusClass.of(array);
        int length = java.lang.reflect.Array.getLength(array);
        return type.kinds[0] == 'L' ? length <= MOST_ELEMENTS : length * type.offsets[1] <= MOST_BYTES;
    }

    /** What the class with a number is. */
    private static native byte level(int callee);
}
