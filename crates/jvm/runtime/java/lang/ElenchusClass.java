package java.lang;

import java.lang.ref.WeakReference;
import java.nio.charset.Charset;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * What the recorder knows about a class, found by the class word in an object's header: one load instead of the three
 * that {@code getClass} and a map would take.
 *
 * <p>A class word can be reused after a class was unloaded. What is known about classes that can be is held by a weak
 * reference: while that is not cleared the class is there, and its word means what it meant.
 */
final class ElenchusClass {
    private static final Unsafe U = ElenchusStrand.U;

    /** Has a number field and a layout. */
    static final int NUMBERED = 0;
    /** Has a layout and is known by its identity hash. */
    static final int HASHED = 1;
    /** Known by its identity hash, contents not recorded. */
    static final int OPAQUE = 2;
    /** An array, known by its identity hash. */
    static final int ARRAY = 3;
    static final int STRING = 4;
    static final int BOX = 5;
    static final int ENUM = 6;
    static final int CLASS = 7;
    /** An immutable of the JDK, known by what its {@code toString} says. */
    static final int TEXT = 8;
    /** A string builder. */
    static final int BUILDER = 9;
    /** Small and mutable, of unrecorded code: read again each time it passes by. */
    static final int REREAD = 10;
    /** State of the platform that lies in memory: read again, with all that it is made of, each time it passes by. */
    static final int PLATFORM = 11;

    private static final long[] NO_OFFSETS = {};
    private static final ElenchusClass NONE = new ElenchusClass(0, null, OPAQUE, 0, 0, NO_OFFSETS, NO_OFFSETS, new byte[0], false);
    private static final int TABLE_BITS = 14;
    /** In how many places from its own on a class word is looked for. */
    private static final int PLACES = 64;
    private static final ElenchusClass[] TABLE = filledWith(NONE);
    private static final ClassValue<ElenchusClass> KNOWN = new ClassValue<>() {
        @Override
        protected ElenchusClass computeValue(Class<?> type) {
            return inspect(type);
        }
    };

    /**
     * Where the class word is. Not final on purpose: the compiler refuses to inline an access that it knows to be to the
     * class word, and a call of the native method instead took most of the time of a recording.
     */
    private static long klassOffset = 8;

    /** Whether the class word shares the first 8 bytes of the header (compact object headers). */
    private static final boolean COMPACT = U.getInt(new int[1], 8L) != U.getInt(new int[2], 8L);

    /**
     * Where the elements of an array begin, for elements of up to 4 bytes and of 8. (The methods that tell have other
     * result types in newer JDKs.)
     */
    static final long NARROW_BASE = findBase(new int[] {0x5EED1E55, 0x5EED1E55});
    static final long WIDE_BASE = findBase(new long[] {0x5EED1E555EED1E55L});

    /** Copies, because a loop in an initialiser looks its static fields up anew each time, and takes longer than all else. */
    private static ElenchusClass[] filledWith(ElenchusClass none) {
        ElenchusClass[] table = new ElenchusClass[1 << TABLE_BITS];
        table[0] = none;
        for (int filled = 1; filled < table.length; filled *= 2) {
            System.arraycopy(table, 0, table, filled, filled);
        }
        return table;
    }

    private static long findBase(Object array) {
        long offset = 12;
        while (U.getInt(array, offset) != 0x5EED1E55 || U.getInt(array, offset + 4) != 0x5EED1E55) {
            offset += 4;
        }
        return offset;
    }

    final int klass;
    final WeakReference<Class<?>> type;
    /** Whether the class stays as long as the JVM. */
    private final boolean stays;
    final int kind;
    /** The number of the definition. */
    final int definition;
    /** Offset of the number field that is read; 0 when there is none. */
    final long idOffset;
    /** Offsets of those of the superclasses, which hold the same number. */
    final long[] furtherIds;
    /** Offsets and kind letters of the fields of the layout. For arrays: base, and kind of the elements. */
    final long[] offsets;
    final byte[] kinds;
    /** Whether objects are known by their identity hash and need no record once they were seen. */
    final boolean byHash;
    /** Whether all fields of a new object are zero when the first recorded constructor has its receiver. */
    final boolean startsEmpty;

    private ElenchusClass(
            int klass,
            Class<?> type,
            int kind,
            int definition,
            long idOffset,
            long[] furtherIds,
            long[] offsets,
            byte[] kinds,
            boolean startsEmpty) {
        this.klass = klass;
        this.type = new WeakReference<>(type);
        this.stays = type == null || staysLoaded(type);
        this.kind = kind;
        this.definition = definition;
        this.idOffset = idOffset;
        this.furtherIds = furtherIds;
        this.offsets = offsets;
        this.kinds = kinds;
        this.startsEmpty = startsEmpty;
        this.byHash = kind == HASHED || kind == OPAQUE || kind == ARRAY || kind == ENUM || kind == CLASS;
    }

    /** The class word of an object. */
    @ForceInline
    @Hidden
    private static int klass(Object object) {
        return COMPACT ? (int) (U.getLong(object, 0L) >>> 42) : U.getInt(object, klassOffset);
    }

    @ForceInline
    @Hidden
    private static int index(int klass) {
        return klass * 0x9E3779B9 >>> 32 - TABLE_BITS;
    }

    /** What the table has for the object's class word, or null. */
    @ForceInline
    @Hidden
    static ElenchusClass quick(Object object) {
        int klass = klass(object);
        ElenchusClass found = TABLE[index(klass)];
        if (found.klass != klass && found != NONE) {
            found = further(klass);
        }
        return found.klass == klass && (found.stays || !found.type.refersTo(null)) ? found : null;
    }

    /**
     * Looks on where the place of a class word is taken by another. A class that was put here must be found again: writes to
     * objects of classes that are not known are left out.
     */
    @Hidden
    private static ElenchusClass further(int klass) {
        int first = index(klass);
        for (int step = 1; step < PLACES; step++) {
            ElenchusClass found = TABLE[first + step & TABLE.length - 1];
            if (found.klass == klass || found == NONE) {
                return found;
            }
        }
        return NONE;
    }

    /** Puts a class into the first place that is its own, free, or that of a class which is gone. */
    @Hidden
    private static synchronized void keep(ElenchusClass known) {
        int first = index(known.klass);
        int place = first;
        for (int step = PLACES - 1; step >= 0; step--) {
            int index = first + step & TABLE.length - 1;
            ElenchusClass other = TABLE[index];
            if (other.klass == known.klass) {
                place = index;
                break;
            }
            if (other == NONE || !other.stays && other.type.refersTo(null)) {
                place = index;
            }
        }
        TABLE[place] = known;
    }

    /** Whether a class is never unloaded: that takes a loader that is never dropped. */
    private static boolean staysLoaded(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        ClassLoader loader = element.getClassLoader0();
        return !element.isHidden() && (loader == null || loader instanceof BuiltinClassLoader);
    }

    /** What is known about the object's class, for certain. */
    @Hidden
    static ElenchusClass of(Object object) {
        ElenchusClass found = quick(object);
        Class<?> type = object.getClass();
        if (found == null || !found.type.refersTo(type)) {
            ElenchusClass known = KNOWN.get(type);
            int klass = klass(object);
            // The word is not known before there is an object, so it is added to what is kept with the class here.
            found = new ElenchusClass(
                    klass,
                    type,
                    known.kind,
                    known.definition,
                    known.idOffset,
                    known.furtherIds,
                    known.offsets,
                    known.kinds,
                    known.startsEmpty);
            keep(found);
        }
        return found;
    }

    /** Gives an object of this class a number, if no other thread has just done that; says which number it has. */
    @Hidden
    int number(Object object, int id) {
        int given = U.compareAndExchangeInt(object, idOffset, 0, id);
        int number = given == 0 ? id : given;
        setFurther(object, number);
        return number;
    }

    /** Takes its number away from an object of this class. */
    @Hidden
    void forgetNumber(Object object) {
        U.putInt(object, idOffset, 0);
        setFurther(object, 0);
    }

    @Hidden
    private void setFurther(Object object, int number) {
        for (int further = 0; further < furtherIds.length; further++) {
            U.putInt(object, furtherIds[further], number);
        }
    }

    /**
     * The number of a class in the trace. Before the JVM has prepared a class nobody knows its fields: it gets a number of
     * its own that stands for its name only, and is looked at when its first object comes.
     */
    static int definition(Class<?> type) {
        int named = nameUnprepared(type);
        return named != 0 ? named : KNOWN.get(type).definition;
    }

    private static ElenchusClass inspect(Class<?> type) {
        int kind = kindOf(type);
        if (kind == ARRAY) {
            Class<?> element = type.getComponentType();
            byte letter = (byte) (element.isPrimitive() ? element.descriptorString().charAt(0) : 'L');
            int definition = define(type, kind, null, null);
            long scale = U.arrayIndexScale(type);
            long base = scale == 8 ? WIDE_BASE : NARROW_BASE;
            long[] offsets = {base, scale};
            return new ElenchusClass(0, type, kind, definition, 0, NO_OFFSETS, offsets, new byte[] {letter}, false);
        }
        // What makes a lambda is the method it calls and what it has captured; it never changes.
        String called = type.isHidden() ? ElenchusLambda.called(type) : null;
        if (called != null) {
            kind = HASHED;
        }
        if (kind == TEXT && isRecorded(type)) {
            // It may be looked at while it is being constructed, and it shows its fields like any other.
            kind = NUMBERED;
        }
        boolean all = kind == REREAD || called != null;
        // Rows of declaring class, name, descriptor; number fields first.
        Object[] rows = kind == NUMBERED || all ? layout(type, all) : new Object[0];
        boolean hasNumber = rows.length > 0 && rows[1].equals(NUMBER_FIELD);
        if (kind == NUMBERED && !hasNumber && ElenchusPlatform.isState(type)) {
            kind = PLATFORM;
            rows = layout(type, true);
        }
        int first = 0;
        while (first < rows.length && rows[first + 1].equals(NUMBER_FIELD)) {
            first += 3;
        }
        long idOffset = 0;
        long[] furtherIds = NO_OFFSETS;
        if (first > 0) {
            idOffset = U.objectFieldOffset((Class<?>) rows[0], NUMBER_FIELD);
            furtherIds = new long[first / 3 - 1];
            for (int further = 0; further < furtherIds.length; further++) {
                furtherIds[further] = U.objectFieldOffset((Class<?>) rows[3 * further + 3], NUMBER_FIELD);
            }
        } else if (kind == NUMBERED) {
            kind = rows.length > 0 ? HASHED : OPAQUE;
        }
        int count = (rows.length - first) / 3;
        long[] offsets = new long[count];
        byte[] kinds = new byte[count];
        for (int field = 0; field < count; field++) {
            int row = first + 3 * field;
            offsets[field] = ElenchusThreadLocals.offset((Class<?>) rows[row], (String) rows[row + 1]);
            char letter = ((String) rows[row + 2]).charAt(0);
            kinds[field] = (byte) (letter == '[' ? 'L' : letter);
        }
        int[] empty = new int[1];
        // A constant with a body has a class of its own; what knows its name is the enum.
        int definition = define(kind == ENUM && !type.isEnum() ? type.getSuperclass() : type, kind, called, empty);
        return new ElenchusClass(0, type, kind, definition, idOffset, furtherIds, offsets, kinds, empty[0] != 0);
    }

    /** Whether the user has asked for a class of the JDK, so that its objects have numbers. */
    private static boolean isRecorded(Class<?> type) {
        if (!ElenchusOwnCalls.isNeeded) {
            return false;
        }
        Object[] rows = layout(type, false);
        return rows.length > 0 && rows[1].equals(NUMBER_FIELD);
    }

    static final String NUMBER_FIELD = "$elenchusId";

    private static int kindOf(Class<?> type) {
        if (type.isArray()) {
            return ARRAY;
        }
        if (type == String.class) {
            return STRING;
        }
        if (type == Class.class) {
            return CLASS;
        }
        if (type == StringBuilder.class || type == StringBuffer.class) {
            return BUILDER;
        }
        if (type == Integer.class || type == Long.class || type == Character.class || type == Boolean.class
                || type == Double.class || type == Float.class || type == Byte.class || type == Short.class) {
            return BOX;
        }
        // Constants with a body have a class of their own below the enum.
        if (type.isEnum() || type.getSuperclass() != null && type.getSuperclass().isEnum()) {
            return ENUM;
        }
        if (type.getClassLoader() == null) {
            String name = type.getName();
            if (isText(name) || name.startsWith("java.time.") && isValue(type)
                    || name.startsWith("sun.nio.cs.") && Charset.class.isAssignableFrom(type)) {
                return TEXT;
            }
            if (name.startsWith("java.util.concurrent.atomic.") || name.startsWith("java.util.Optional")
                    || name.equals("java.util.KeyValueHolder")
                    || name.equals("java.lang.ref.WeakReference") || name.equals("java.lang.ref.SoftReference")) {
                return REREAD;
            }
        }
        return type.isHidden() ? OPAQUE : NUMBERED;
    }

    /** Whether a class of the JDK is known by its text, which never changes: by that of its objects themselves. */
    private static boolean isText(String name) {
        return switch (name) {
            case "java.io.File",
                    "java.math.BigDecimal",
                    "java.math.BigInteger",
                    "java.math.MathContext",
                    "java.net.URI",
                    "java.util.Currency",
                    "java.util.Locale",
                    "java.util.UUID",
                    "java.util.regex.Pattern",
                    "jdk.internal.loader.ClassLoaders$AppClassLoader",
                    "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
                    "sun.nio.fs.UnixPath",
                    "sun.util.calendar.ZoneInfo" -> true;
            default -> false;
        };
    }

    /** The dates, times and durations of java.time are final and comparable or amounts; its helpers are neither. */
    private static boolean isValue(Class<?> type) {
        return java.time.temporal.TemporalAccessor.class.isAssignableFrom(type)
                || java.time.temporal.TemporalAmount.class.isAssignableFrom(type)
                || java.time.ZoneId.class.isAssignableFrom(type);
    }

    /** The fields of a class that are recorded, as rows of declaring class, name and descriptor. */
    private static native Object[] layout(Class<?> type, boolean unrecorded);

    /** Writes the name of a class that is not prepared yet as a definition; 0 when the class is prepared. */
    private static native int nameUnprepared(Class<?> type);

    /**
     * Writes the definition of a class, under another name if one is given; says in {@code empty} whether its objects start
     * empty.
     */
    private static native int define(Class<?> type, int kind, String name, int[] empty);
}
