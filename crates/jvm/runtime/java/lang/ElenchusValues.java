package java.lang;

import java.util.concurrent.Future;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * From objects to the words that stand for them in the trace.
 *
 * <p>Whatever is seen for the first time is introduced by records of its own, together with everything that can be
 * reached from it through recorded contents. Only fields, array elements and methods of final JDK classes are looked
 * at, never the user's methods.
 */
final class ElenchusValues {
    private static final Unsafe U = ElenchusStrand.U;

    /** Not a word: the slow path must be asked. */
    static final int SLOW = 3;

    static final int HASH = 0x8000_0000;
    /** Where the identity hash lies in the header; -1 when it could not be found out. */
    private static final int HASH_SHIFT = findHash();

    /** Hashes of objects without a number that were seen so far: sets of four. Forgetting one only repeats its contents. */
    private static final int SETS = 1 << 18;
    private static final long SEEN = zeroed(SETS * 16L);

    /** How many bytes of elements one record takes. */
    private static final int MAX_CHUNK = 32 << 10;
    /** How many elements of an array are recorded at its first sight. */
    private static final int MAX_ELEMENTS = 1 << 20;
    private static final int REST_NOT_RECORDED = 0x8000_0000;
    private static final long MESSAGE = U.objectFieldOffset(Throwable.class, "detailMessage");

    private ElenchusValues() {}

    static long zeroed(long bytes) {
        long address = map(bytes);
        if (address == 0) {
            throw new OutOfMemoryError();
        }
        return address;
    }

    /** Memory outside the Java heap that is zero and takes nothing where it is never touched; 0 when there is none. */
    private static native long map(long bytes);

    private static int findHash() {
        Object probe = new Object();
        int hash = System.identityHashCode(probe);
        long header = U.getLong(probe, 0L);
        for (int shift = 8; shift <= 33; shift++) {
            if ((header & 3) == 1 && (int) (header >>> shift & 0x7FFFFFFF) == hash) {
                return shift;
            }
        }
        return -1;
    }

    /** The identity hash if it is in the header already, else 0. */
    @ForceInline
    @Hidden
    private static int hashInHeader(Object object) {
        long header = U.getLong(object, 0L);
        return (header & 3) == 1 && HASH_SHIFT > 0 ? (int) (header >>> HASH_SHIFT & 0x7FFFFFFF) : 0;
    }

    @ForceInline
    @Hidden
    private static boolean isSeen(int hash) {
        long set = SEEN + ((long) (hash & SETS - 1) << 4);
        return U.getInt(set) == hash || U.getInt(set + 4) == hash || U.getInt(set + 8) == hash || U.getInt(set + 12) == hash;
    }

    /** Takes a hash into the table; false when it was there. */
    @Hidden
    static boolean see(int hash) {
        if (isSeen(hash)) {
            return false;
        }
        long set = SEEN + ((long) (hash & SETS - 1) << 4);
        U.putInt(set + 12, U.getInt(set + 8));
        U.putInt(set + 8, U.getInt(set + 4));
        U.putInt(set + 4, U.getInt(set));
        U.putInt(set, hash);
        return true;
    }

    /** The word of an object that needs no record of its own, else {@link #SLOW}. */
    @ForceInline
    @Hidden
    static int quick(Object object) {
        if (object == null) {
            return 0;
        }
        ElenchusClass known = ElenchusClass.quick(object);
        if (known == null) {
            return SLOW;
        }
        if (known.idOffset != 0) {
            int id = U.getInt(object, known.idOffset);
            return id != 0 ? id : SLOW;
        }
        if (known.byHash) {
            int hash = hashInHeader(object);
            return hash != 0 && isSeen(hash) ? HASH | hash : SLOW;
        }
        return SLOW;
    }

    /** The same for an array, whose kind is known without looking at its class. */
    @ForceInline
    @Hidden
    static int quickArray(Object array) {
        int hash = hashInHeader(array);
        return hash != 0 && isSeen(hash) ? HASH | hash : SLOW;
    }

    /** Whether recorded code has seen this object, so that its writes matter. */
    @Hidden
    static boolean isKnown(Object object) {
        ElenchusClass known = ElenchusClass.quick(object);
        if (known != null && known.idOffset != 0) {
            return U.getInt(object, known.idOffset) != 0;
        }
        int hash = hashInHeader(object);
        return hash != 0 && isSeen(hash);
    }

    /** The word of an object, after the records it needs. */
    @Hidden
    static int ref(long strand, Object object) {
        ElenchusClass known = ElenchusClass.quick(object);
        // Strings and boxes are the most frequent values that come here, and never bring others along.
        if (known != null && known.kind == ElenchusClass.STRING) {
            return ElenchusContents.string(strand, (String) object, known);
        }
        if (known != null && known.kind == ElenchusClass.BOX) {
            return ElenchusContents.box(strand, object, known);
        }
        Queue queue = new Queue();
        int word = introduce(strand, object, queue);
        drain(strand, queue);
        return word;
    }

    /** The word of an object or null. */
    @Hidden
    static int word(long strand, Object object) {
        int word = quick(object);
        return word == SLOW ? ref(strand, object) : word;
    }

    /** Takes the number of the original away from a copy that {@code Object.clone} has made. */
    @Hidden
    static void separate(Object original, Object copy) {
        if (original == copy || copy == null || original.getClass() != copy.getClass()) {
            return;
        }
        ElenchusClass known = ElenchusClass.of(copy);
        if (known.idOffset != 0 && U.getInt(copy, known.idOffset) == U.getInt(original, known.idOffset)) {
            known.forgetNumber(copy);
        }
    }

    /** Whether code that is not recorded can change the object, so that it is read each time it passes by. */
    @Hidden
    static boolean isReread(Object object) {
        int kind = ElenchusClass.of(object).kind;
        return kind == ElenchusClass.BUILDER || kind == ElenchusClass.REREAD;
    }

    /** Records what an object holds that code that is not recorded has written into; of an array, these elements. */
    @Hidden
    static void observe(long strand, Object object, int first, int end) {
        int word = quick(object);
        if (word == SLOW) {
            ref(strand, object);
            return;
        }
        ElenchusClass known = ElenchusClass.of(object);
        Queue queue = new Queue();
        if (known.kind == ElenchusClass.ARRAY) {
            int length = Math.min(java.lang.reflect.Array.getLength(object), MAX_ELEMENTS);
            range(strand, object, known, ElenchusTag.OBSERVE_ARRAY, word, Math.max(first, 0), Math.min(end, length), queue);
        } else if (known.kind == ElenchusClass.NUMBERED || known.kind == ElenchusClass.HASHED) {
            fields(strand, object, known, word, ElenchusTag.OBSERVE, queue);
        }
        drain(strand, queue);
    }

    /** The message of an exception as it was given, whatever its class makes of it. */
    @Hidden
    static String message(Throwable exception) {
        return (String) U.getReference(exception, MESSAGE);
    }

    /** Forgets that these objects were seen, and all contents that were written. */
    static void forget(Object[] objects) {
        for (Object object : objects) {
            int hash = System.identityHashCode(object);
            long set = SEEN + ((long) (hash & SETS - 1) << 4);
            for (long way = set; way < set + 16; way += 4) {
                if (U.getInt(way) == hash) {
                    U.putInt(way, 0);
                }
            }
        }
        ElenchusContents.forgetAll();
    }

    /** The word of an object whose first recorded constructor has just got its receiver. */
    @Hidden
    static int born(long strand, Object object) {
        ElenchusClass known = ElenchusClass.of(object);
        if (known.idOffset == 0 || !known.startsEmpty) {
            return ref(strand, object);
        }
        int id = ElenchusStrand.newId(strand);
        int number = known.number(object, id);
        if (number != id) {
            return number;
        }
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, known.definition << 8 | ElenchusTag.NEW);
        U.putInt(b + 4, id);
        ElenchusStrand.commit(b + 8);
        return id;
    }

    /** Objects that have a word and still need their contents recorded. */
    private static final class Queue {
        private Object[] objects;
        private int head;
        private int tail;

        void add(Object object) {
            if (objects == null) {
                objects = new Object[8];
            } else if (tail == objects.length) {
                Object[] larger = new Object[2 * tail];
                System.arraycopy(objects, 0, larger, 0, tail);
                objects = larger;
            }
            objects[tail++] = object;
        }

        Object next() {
            if (head == tail) {
                return null;
            }
            Object object = objects[head];
            objects[head++] = null;
            return object;
        }
    }

    /** Gives the word of an object. What is known by content is written at once, other contents are queued. */
    @Hidden
    private static int introduce(long strand, Object object, Queue queue) {
        int quick = quick(object);
        if (quick != SLOW) {
            return quick;
        }
        ElenchusClass known = ElenchusClass.of(object);
        switch (known.kind) {
            case ElenchusClass.NUMBERED: {
                int id = ElenchusStrand.newId(strand);
                int number = known.number(object, id);
                if (number == id) {
                    queue.add(object);
                }
                return number;
            }
            case ElenchusClass.STRING:
                return ElenchusContents.string(strand, (String) object, known);
            case ElenchusClass.BOX:
                return ElenchusContents.box(strand, object, known);
            case ElenchusClass.BUILDER:
                return ElenchusContents.builder(strand, (AbstractStringBuilder) object, known);
            case ElenchusClass.TEXT:
                return ElenchusContents.text(strand, object, known);
            default:
                break;
        }
        int hash = System.identityHashCode(object);
        int word = HASH | hash;
        boolean first = see(hash);
        if (known.kind == ElenchusClass.REREAD) {
            reread(strand, object, known, word, first);
        } else if (known.kind == ElenchusClass.PLATFORM) {
            ElenchusPlatform.look(strand, object, known, word, first);
        } else if (first) {
            if (known.kind == ElenchusClass.HASHED || known.kind == ElenchusClass.ARRAY) {
                queue.add(object);
            } else if (known.kind == ElenchusClass.ENUM) {
                small(strand, known.definition << 8 | ElenchusTag.ENUM, word, ((Enum<?>) object).ordinal(), 12);
            } else if (known.kind == ElenchusClass.CLASS) {
                int definition = ElenchusClass.definition((Class<?>) object);
                small(strand, definition << 8 | ElenchusTag.CLASS_OBJECT, word, 0, 8);
            } else {
                small(strand, known.definition << 8 | ElenchusTag.OPAQUE, word, 0, 8);
            }
        }
        return word;
    }

    @Hidden
    private static void small(long strand, int head, int word, int value, int bytes) {
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, head);
        U.putInt(b + 4, word);
        U.putInt(b + 8, value);
        ElenchusStrand.commit(b + bytes);
    }

    @Hidden
    private static void drain(long strand, Queue queue) {
        for (Object object = queue.next(); object != null; object = queue.next()) {
            ElenchusClass known = ElenchusClass.of(object);
            if (known.kind == ElenchusClass.ARRAY) {
                sightArray(strand, object, known, queue);
            } else {
                int word = known.idOffset != 0
                        ? U.getInt(object, known.idOffset)
                        : HASH | System.identityHashCode(object);
                fields(strand, object, known, word, ElenchusTag.SIGHT, queue);
            }
        }
    }

    /** Records the fields of an object in the order of its class's layout. */
    @Hidden
    private static void fields(long strand, Object object, ElenchusClass known, int word, int tag, Queue queue) {
        long[] offsets = known.offsets;
        byte[] kinds = known.kinds;
        // What the fields refer to comes first, as records of their own; so the words are gathered before.
        long[] values = new long[offsets.length];
        for (int field = 0; field < offsets.length; field++) {
            if (kinds[field] == 'L') {
                Object value = reference(object, offsets[field]);
                boolean isFollowed = known.kind != ElenchusClass.PLATFORM || ElenchusPlatform.isFollowed(object, value);
                values[field] = isFollowed ? introduce(strand, value, queue) : ElenchusContents.NOT_FOLLOWED;
            } else {
                values[field] = bits(object, offsets[field], kinds[field]);
            }
        }
        long b = ElenchusStrand.cursor(strand, 16 + 8 * offsets.length);
        U.putInt(b, known.definition << 8 | tag);
        U.putInt(b + 4, word);
        b += 8;
        for (int field = 0; field < offsets.length; field++) {
            U.putLong(b, values[field]);
            b += kinds[field] == 'J' || kinds[field] == 'D' ? 8 : 4;
        }
        ElenchusStrand.commit(b);
    }

    /** What a field refers to. */
    @Hidden
    static Object reference(Object object, long offset) {
        return offset == ElenchusThreadLocals.VALUE ? ElenchusThreadLocals.value(object) : U.getReference(object, offset);
    }

    @Hidden
    static long bits(Object object, long offset, byte kind) {
        if (offset == ElenchusThreadLocals.IS_SET) {
            return ElenchusThreadLocals.isSet(object) ? 1 : 0;
        }
        return switch (kind) {
            case 'Z', 'B' -> U.getByte(object, offset);
            case 'S' -> U.getShort(object, offset);
            case 'C' -> U.getChar(object, offset);
            case 'J', 'D' -> U.getLong(object, offset);
            default -> U.getInt(object, offset);
        };
    }

    /** Something small of unrecorded code: recorded again when it has changed since it was seen last. */
    @Hidden
    static void reread(long strand, Object object, ElenchusClass known, int word, boolean first) {
        if (ElenchusContents.hasChanged(word & ~HASH, print(object, known)) || first) {
            Queue queue = new Queue();
            fields(strand, object, known, word, first ? ElenchusTag.SIGHT : ElenchusTag.OBSERVE, queue);
            drain(strand, queue);
        }
    }

    /**
     * A fingerprint of the fields of an object. That of a future is each strand's own: what the one that completes it has seen may come
     * into the trace after what those do who wait for it.
     */
    @Hidden
    static int print(Object object, ElenchusClass known) {
        int print = object instanceof Future ? U.getInt(ElenchusStrand.current() + ElenchusStrand.STRAND) + 1 : 1;
        for (int field = 0; field < known.offsets.length; field++) {
            Object value = known.kinds[field] == 'L' ? reference(object, known.offsets[field]) : null;
            long bits = known.kinds[field] == 'L'
                    ? System.identityHashCode(value)
                    : bits(object, known.offsets[field], known.kinds[field]);
            print = 31 * print + (int) (bits ^ bits >>> 32);
        }
        return print;
    }

    // ---- Arrays.

    /**
     * An array that belongs to an object of unrecorded code: what has changed since it was seen last is recorded. Only its
     * first elements count where so many are in use, all of them where that is -1. Says how many are as they were when it
     * was seen last, as far as they were in use then; -1 when they are not.
     */
    @Hidden
    static int rereadArray(long strand, Object array, ElenchusClass known, int used) {
        int hash = System.identityHashCode(array);
        boolean first = see(hash);
        int length = java.lang.reflect.Array.getLength(array);
        int count = used < 0 ? length : Math.min(used, length);
        int same = ElenchusContents.unchanged(strand, array, known, count, used >= 0);
        if (first) {
            Queue queue = new Queue();
            sightArray(strand, array, known, queue);
            drain(strand, queue);
            return -1;
        }
        if (same < count) {
            Queue queue = new Queue();
            range(strand, array, known, ElenchusTag.OBSERVE_ARRAY, HASH | hash, Math.max(same, 0), count, queue);
            drain(strand, queue);
        }
        return same;
    }

    /** Records the fields of an object of unrecorded code when they have changed, without a look at what it is made of. */
    @Hidden
    static void rereadFields(long strand, Object object, ElenchusClass known) {
        int hash = System.identityHashCode(object);
        reread(strand, object, known, HASH | hash, see(hash));
    }

    @Hidden
    private static void sightArray(long strand, Object array, ElenchusClass known, Queue queue) {
        int word = HASH | System.identityHashCode(array);
        int length = java.lang.reflect.Array.getLength(array);
        int recorded = Math.min(length, MAX_ELEMENTS);
        while (recorded > 0 && isZero(array, known, recorded - 1)) {
            recorded--;
        }
        int rest = length > MAX_ELEMENTS && recorded == MAX_ELEMENTS ? REST_NOT_RECORDED : 0;
        int chunk = (int) (MAX_CHUNK / known.offsets[1]);
        int first = Math.min(recorded, chunk);
        elements(strand, array, known, known.definition << 8 | ElenchusTag.SIGHT_ARRAY, word, length, first | rest, 0, first, queue);
        range(strand, array, known, ElenchusTag.OBSERVE_ARRAY, word, first, recorded, queue);
    }

    /** Records the elements from an index up to another in as many records as it takes. */
    @Hidden
    private static void range(
            long strand, Object array, ElenchusClass known, int tag, int word, int from, int to, Queue queue) {
        int chunk = (int) (MAX_CHUNK / known.offsets[1]);
        for (int start = from; start < to; start += chunk) {
            int count = Math.min(chunk, to - start);
            elements(strand, array, known, known.kinds[0] << 8 | tag, word, start, count, start, count, queue);
        }
    }

    @Hidden
    private static boolean isZero(Object array, ElenchusClass known, int index) {
        long offset = known.offsets[0] + index * known.offsets[1];
        return known.kinds[0] == 'L' ? U.getReference(array, offset) == null : bits(array, offset, known.kinds[0]) == 0;
    }

    /** A record with elements: its head, the array, two words, and the elements themselves. */
    @Hidden
    private static void elements(
            long strand, Object array, ElenchusClass known, int head, int word, int third, int fourth, int from, int count, Queue queue) {
        long scale = known.offsets[1];
        long offset = known.offsets[0] + from * scale;
        boolean refs = known.kinds[0] == 'L';
        int[] words = new int[refs ? count : 0];
        for (int index = 0; index < words.length; index++) {
            words[index] = introduce(strand, U.getReference(array, offset + index * scale), queue);
        }
        int bytes = refs ? 4 * count : (int) (count * scale);
        long b = ElenchusStrand.cursor(strand, bytes + 24);
        U.putInt(b, head);
        U.putInt(b + 4, word);
        U.putInt(b + 8, third);
        U.putInt(b + 12, fourth);
        U.putInt(b + 16 + (bytes & -4), 0);
        if (refs) {
            U.copyMemory(words, ElenchusClass.NARROW_BASE, null, b + 16, bytes);
        } else {
            U.copyMemory(array, offset, null, b + 16, bytes);
        }
        ElenchusStrand.commit(b + 16 + (bytes + 3 & -4));
    }

    /** Elements of an array were written by code that is not recorded but whose call was. */
    @Hidden
    static void rewritten(long strand, Object array, int from, int to) {
        boolean known = isKnown(array);
        int word = ref(strand, array);
        if (!known) {
            return;
        }
        if ((U.getInt(strand + ElenchusStrand.FLAGS) & ElenchusStrand.WRITTEN) != 0) {
            ElenchusKept.of(strand).recordedOtherwise(array, from, to);
        }
        ElenchusClass type = ElenchusClass.of(array);
        int length = java.lang.reflect.Array.getLength(array);
        Queue queue = new Queue();
        range(strand, array, type, ElenchusTag.BULK, word, Math.max(from, 0), Math.min(to, length), queue);
        drain(strand, queue);
    }

    /** A fingerprint, never 0, of what an array holds, as far as it is recorded. */
    @Hidden
    static long fingerprint(Object array) {
        ElenchusClass known = ElenchusClass.of(array);
        long elements = Math.min(java.lang.reflect.Array.getLength(array), MAX_ELEMENTS);
        long mixed = elements;
        if (array instanceof Object[] objects) {
            mixed = mixed(objects, (int) elements, elements);
        } else {
            mixed = mixed(array, known.offsets[0], elements * known.offsets[1], elements);
        }
        return mixed == 0 ? 1 : mixed;
    }

    /** The first elements of an array mixed into a number. */
    @Hidden
    static long mixed(Object[] objects, int count, long seed) {
        long mixed = seed;
        for (int index = 0; index < count; index++) {
            // Objects move, so that they are told by what stays: their number or their hash.
            int word = quick(objects[index]);
            mixed = (mixed ^ (word == SLOW ? System.identityHashCode(objects[index]) : word)) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 29;
        }
        return mixed;
    }

    /** Bytes of an array mixed into a number. Two halves, because each step waits for the one before. */
    @ForceInline
    @Hidden
    static long mixed(Object array, long base, long length, long seed) {
        long one = seed;
        long other = ~seed;
        long index = 0;
        for (; index < (length & -16); index += 16) {
            one = (one ^ U.getLong(array, base + index)) * 0x9E3779B97F4A7C15L;
            other = (other ^ U.getLong(array, base + index + 8)) * 0xC2B2AE3D27D4EB4FL;
            one ^= one >>> 29;
            other ^= other >>> 29;
        }
        for (; index < length; index++) {
            one = (one ^ U.getByte(array, base + index)) * 0x9E3779B97F4A7C15L;
            one ^= one >>> 29;
        }
        return one + 31 * other;
    }
}
