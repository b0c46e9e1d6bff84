package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * The part of {@link ElenchusRecorder} that records writes to single places: fields, static fields and elements of arrays.
 *
 * <p>Rewritten code calls it by the name of the recorder, which extends it. It is defined first, because classes are defined in
 * the order of their names.
 */
public abstract class ElenchusPlaces {
    static final Unsafe U = ElenchusStrand.U;
    static final int NUMBER = 0xFFFFFF;

    // ---- What all records need.

    @ForceInline
    @Hidden
    static long open(long strand, int head) {
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, head);
        return b + 4;
    }

    /** The reference word of a value, after the records that introduce it. */
    @ForceInline
    @Hidden
    static int word(long strand, Object value) {
        int word = ElenchusValues.quick(value);
        return word == ElenchusValues.SLOW ? ElenchusValues.ref(strand, value) : word;
    }

    // ---- Fields and elements.

    @DontInline
    @Hidden
    public static void putI(Object object, int value, int field) {
        if (object != null) {
            long strand = ElenchusStrand.current();
            int word = word(strand, object);
            long b = open(strand, field << 8 | ElenchusTag.PUT_FIELD);
            U.putInt(b, word);
            U.putInt(b + 4, value);
            ElenchusStrand.commit(b + 8);
        }
    }

    @ForceInline
    @Hidden
    public static void putZ(Object object, int value, int field) {
        putI(object, value & 1, field);
    }

    @ForceInline
    @Hidden
    public static void putB(Object object, int value, int field) {
        putI(object, (byte) value, field);
    }

    @ForceInline
    @Hidden
    public static void putC(Object object, int value, int field) {
        putI(object, (char) value, field);
    }

    @ForceInline
    @Hidden
    public static void putS(Object object, int value, int field) {
        putI(object, (short) value, field);
    }

    @ForceInline
    @Hidden
    public static void putF(Object object, float value, int field) {
        putI(object, Float.floatToRawIntBits(value), field);
    }

    @DontInline
    @Hidden
    public static void putJ(Object object, long value, int field) {
        if (object != null) {
            long strand = ElenchusStrand.current();
            int word = word(strand, object);
            long b = open(strand, field << 8 | ElenchusTag.PUT_FIELD);
            U.putInt(b, word);
            U.putLong(b + 4, value);
            ElenchusStrand.commit(b + 12);
        }
    }

    @ForceInline
    @Hidden
    public static void putD(Object object, double value, int field) {
        putJ(object, Double.doubleToRawLongBits(value), field);
    }

    @DontInline
    @Hidden
    public static void putA(Object object, Object value, int field) {
        if (object != null) {
            putI(object, word(ElenchusStrand.current(), value), field);
        }
    }

    // ---- Writes to the receiver, whose number comes from its own class; 0 is for those that have none (yet).

    @DontInline
    @Hidden
    public static void putI(Object object, int value, int field, int id) {
        if (id == 0) {
            putI(object, value, field);
            return;
        }
        long b = open(ElenchusStrand.current(), field << 8 | ElenchusTag.PUT_FIELD);
        U.putInt(b, id);
        U.putInt(b + 4, value);
        ElenchusStrand.commit(b + 8);
    }

    @ForceInline
    @Hidden
    public static void putZ(Object object, int value, int field, int id) {
        putI(object, value & 1, field, id);
    }

    @ForceInline
    @Hidden
    public static void putB(Object object, int value, int field, int id) {
        putI(object, (byte) value, field, id);
    }

    @ForceInline
    @Hidden
    public static void putC(Object object, int value, int field, int id) {
        putI(object, (char) value, field, id);
    }

    @ForceInline
    @Hidden
    public static void putS(Object object, int value, int field, int id) {
        putI(object, (short) value, field, id);
    }

    @ForceInline
    @Hidden
    public static void putF(Object object, float value, int field, int id) {
        putI(object, Float.floatToRawIntBits(value), field, id);
    }

    @DontInline
    @Hidden
    public static void putJ(Object object, long value, int field, int id) {
        if (id == 0) {
            putJ(object, value, field);
            return;
        }
        long b = open(ElenchusStrand.current(), field << 8 | ElenchusTag.PUT_FIELD);
        U.putInt(b, id);
        U.putLong(b + 4, value);
        ElenchusStrand.commit(b + 12);
    }

    @ForceInline
    @Hidden
    public static void putD(Object object, double value, int field, int id) {
        putJ(object, Double.doubleToRawLongBits(value), field, id);
    }

    @DontInline
    @Hidden
    public static void putA(Object object, Object value, int field, int id) {
        putI(object, word(ElenchusStrand.current(), value), field, id);
    }

    @DontInline
    @Hidden
    public static void setI(int value, int field) {
        long b = open(ElenchusStrand.current(), field << 8 | ElenchusTag.PUT_STATIC);
        U.putInt(b, value);
        ElenchusStrand.commit(b + 4);
    }

    @ForceInline
    @Hidden
    public static void setZ(int value, int field) {
        setI(value & 1, field);
    }

    @ForceInline
    @Hidden
    public static void setB(int value, int field) {
        setI((byte) value, field);
    }

    @ForceInline
    @Hidden
    public static void setC(int value, int field) {
        setI((char) value, field);
    }

    @ForceInline
    @Hidden
    public static void setS(int value, int field) {
        setI((short) value, field);
    }

    @ForceInline
    @Hidden
    public static void setF(float value, int field) {
        setI(Float.floatToRawIntBits(value), field);
    }

    @DontInline
    @Hidden
    public static void setJ(long value, int field) {
        long b = open(ElenchusStrand.current(), field << 8 | ElenchusTag.PUT_STATIC);
        U.putLong(b, value);
        ElenchusStrand.commit(b + 8);
    }

    @ForceInline
    @Hidden
    public static void setD(double value, int field) {
        setJ(Double.doubleToRawLongBits(value), field);
    }

    @DontInline
    @Hidden
    public static void setA(Object value, int field) {
        setI(word(ElenchusStrand.current(), value), field);
    }

    /** Writes the record of a store up to its value; the array is known to have the index. */
    @ForceInline
    @Hidden
    private static long element(long strand, Object array, int index, int tag) {
        int word = ElenchusValues.quickArray(array);
        if (word == ElenchusValues.SLOW) {
            word = ElenchusValues.ref(strand, array);
        }
        long b;
        if (index <= NUMBER) {
            b = open(strand, index << 8 | tag);
            U.putInt(b, word);
            return b + 4;
        }
        b = open(strand, tag + ElenchusTag.FAR);
        U.putInt(b, word);
        U.putInt(b + 4, index);
        return b + 8;
    }

    @ForceInline
    @Hidden
    private static void store(Object array, int index, int value, int tag) {
        long b = element(ElenchusStrand.current(), array, index, tag);
        U.putInt(b, value);
        ElenchusStrand.commit(b + 4);
    }

    @ForceInline
    @Hidden
    private static boolean has(int length, int index) {
        return index >= 0 && index < length;
    }

    @DontInline
    @Hidden
    public static void storeZ(boolean[] array, int index, int value) {
        if (array != null && has(array.length, index)) {
            store(array, index, value & 1, ElenchusTag.STORE_1);
        }
    }

    @DontInline
    @Hidden
    public static void storeB(byte[] array, int index, int value) {
        if (array != null && has(array.length, index)) {
            store(array, index, (byte) value, ElenchusTag.STORE_1);
        }
    }

    @ForceInline
    @Hidden
    public static void storeBZ(Object array, int index, int value) {
        if (array instanceof byte[] bytes) {
            storeB(bytes, index, value);
        } else {
            storeZ((boolean[]) array, index, value);
        }
    }

    @DontInline
    @Hidden
    public static void storeC(char[] array, int index, int value) {
        if (array != null && has(array.length, index)) {
            store(array, index, (char) value, ElenchusTag.STORE_2);
        }
    }

    @DontInline
    @Hidden
    public static void storeS(short[] array, int index, int value) {
        if (array != null && has(array.length, index)) {
            store(array, index, (short) value, ElenchusTag.STORE_2);
        }
    }

    @DontInline
    @Hidden
    public static void storeI(int[] array, int index, int value) {
        if (array != null && has(array.length, index)) {
            store(array, index, value, ElenchusTag.STORE_4);
        }
    }

    @DontInline
    @Hidden
    public static void storeF(float[] array, int index, float value) {
        if (array != null && has(array.length, index)) {
            store(array, index, Float.floatToRawIntBits(value), ElenchusTag.STORE_4);
        }
    }

    @DontInline
    @Hidden
    public static void storeJ(long[] array, int index, long value) {
        if (array != null && has(array.length, index)) {
            storeWide(array, index, value);
        }
    }

    @DontInline
    @Hidden
    public static void storeD(double[] array, int index, double value) {
        if (array != null && has(array.length, index)) {
            storeWide(array, index, Double.doubleToRawLongBits(value));
        }
    }

    @ForceInline
    @Hidden
    private static void storeWide(Object array, int index, long value) {
        long b = element(ElenchusStrand.current(), array, index, ElenchusTag.STORE_8);
        U.putLong(b, value);
        ElenchusStrand.commit(b + 8);
    }

    @DontInline
    @Hidden
    public static void storeA(Object[] array, int index, Object value) {
        if (array != null && has(array.length, index) && holds(array, value)) {
            int word = word(ElenchusStrand.current(), value);
            store(array, index, word, ElenchusTag.STORE_REF);
        }
    }

    /** Whether the store would not throw an ArrayStoreException. */
    @ForceInline
    @Hidden
    static boolean holds(Object[] array, Object value) {
        Class<?> element = array.getClass().getComponentType();
        return value == null || element == Object.class || element.isInstance(value);
    }
}
