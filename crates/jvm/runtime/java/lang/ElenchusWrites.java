package java.lang;

import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * The calls of code whose writes are recorded and whose calls are not: collections by default.
 *
 * <p>The same methods as in {@link ElenchusRecorder}, for objects that recorded code has seen. Writes to others are left
 * out: most collections of a JVM belong to its own machinery, and the contents of an object are recorded when it is
 * seen first.
 */
public final class ElenchusWrites {
    private ElenchusWrites() {}

    /** Whether writes to this object or array matter. */
    @ForceInline
    @Hidden
    private static boolean matters(Object object) {
        return object != null && ElenchusValues.isKnown(object);
    }

    @ForceInline
    @Hidden
    public static void putZ(Object object, int value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putZ(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setZ(int value, int field) {
        ElenchusRecorder.setZ(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeZ(boolean[] array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeZ(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putB(Object object, int value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putB(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setB(int value, int field) {
        ElenchusRecorder.setB(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeB(byte[] array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeB(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putC(Object object, int value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putC(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setC(int value, int field) {
        ElenchusRecorder.setC(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeC(char[] array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeC(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putS(Object object, int value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putS(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setS(int value, int field) {
        ElenchusRecorder.setS(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeS(short[] array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeS(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putI(Object object, int value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putI(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setI(int value, int field) {
        ElenchusRecorder.setI(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeI(int[] array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeI(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putJ(Object object, long value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putJ(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setJ(long value, int field) {
        ElenchusRecorder.setJ(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeJ(long[] array, int index, long value) {
        if (matters(array)) {
            ElenchusRecorder.storeJ(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putF(Object object, float value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putF(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setF(float value, int field) {
        ElenchusRecorder.setF(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeF(float[] array, int index, float value) {
        if (matters(array)) {
            ElenchusRecorder.storeF(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putD(Object object, double value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putD(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setD(double value, int field) {
        ElenchusRecorder.setD(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeD(double[] array, int index, double value) {
        if (matters(array)) {
            ElenchusRecorder.storeD(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void putA(Object object, Object value, int field) {
        if (matters(object)) {
            ElenchusRecorder.putA(object, value, field);
        }
    }

    @ForceInline
    @Hidden
    public static void setA(Object value, int field) {
        ElenchusRecorder.setA(value, field);
    }

    @ForceInline
    @Hidden
    public static void storeA(Object[] array, int index, Object value) {
        if (matters(array)) {
            ElenchusRecorder.storeA(array, index, value);
        }
    }

    @ForceInline
    @Hidden
    public static void storeBZ(Object array, int index, int value) {
        if (matters(array)) {
            ElenchusRecorder.storeBZ(array, index, value);
        }
    }

    /** An array that recorded code has not seen needs no first sight before unrecorded code writes into it. */
    @ForceInline
    @Hidden
    public static void touch(Object array) {}

    @ForceInline
    @Hidden
    public static void changed(Object array) {
        if (matters(array)) {
            ElenchusRecorder.changed(array);
        }
    }

    @ForceInline
    @Hidden
    public static void changedRange(Object array, int from, int to) {
        if (matters(array)) {
            ElenchusRecorder.changedRange(array, from, to);
        }
    }

    /** A copy nobody has seen: its contents are recorded when somebody does. */
    @Hidden
    public static void cloned(Object original, Object copy) {
        ElenchusValues.separate(original, copy);
    }

    @Hidden
    public static void reread(Object object) {
        ElenchusHooks.writes(object);
    }

    @Hidden
    public static void foreign(Object object) {
        ElenchusHooks.writes(object);
    }

    @Hidden
    public static void foreignStatic(Class<?> owner) {
        ElenchusHooks.setsStatic(owner);
    }
}
