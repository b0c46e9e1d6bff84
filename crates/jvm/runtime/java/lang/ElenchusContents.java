package java.lang;

import java.lang.ref.WeakReference;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Pattern;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Values that are known by their content: strings, boxes, immutables of the JDK, and string builders, whose content changes.
 */
final class ElenchusContents {
    private static final Unsafe U = ElenchusStrand.U;

    /** Stands for something the recorder did not look at. */
    static final int NOT_FOLLOWED = 1;
    /**
     * What mutable things were when they were read last, by identity hash: hash, fingerprint and, for a text, its length in
     * bytes and how often in a row only what was added to it has been recorded; for an array, how many elements were in use.
     */
    private static final int PRINTS = 1 << 14;
    private static final long PRINT = ElenchusValues.zeroed(PRINTS * 16L);
    private static final int PRINT_LENGTH = 8;
    private static final int PRINT_ADDED = 12;
    /** Values known by content that were seen lately, with their words. */
    private static final Content[] CONTENTS = new Content[1 << 13];

    private static final int MAX_STRING = 64 << 10;
    /** Strings of more bytes are held weakly by the table of contents, which could keep much of them alive otherwise. */
    private static final int MAX_HELD = 1 << 10;
    private static final int MAX_BUILDER = 4 << 10;
    /** Of longer buffers, in bytes, some samples are compared. */
    private static final int MOST_COMPARED = 512;
    private static final int SAMPLES = 32;
    /** After this many additions to a text the whole is recorded again, so that readers need not go back far. */
    private static final int MAX_ADDED = 64;

    /** A value and its word. */
    private static final class Content {
        /** The value; what is too long to be kept alive for this is held weakly. */
        final Object value;
        final int word;

        Content(Object value, int word) {
            this.value = value;
            this.word = word;
        }
    }

    private ElenchusContents() {}

    /** Forgets all contents that were written. */
    static void forgetAll() {
        System.arraycopy(new Content[CONTENTS.length], 0, CONTENTS, 0, CONTENTS.length);
    }

    /** Whether something had this fingerprint when it was read last. */
    @Hidden
    static boolean isKept(int hash, int print) {
        long entry = PRINT + ((long) (hash & PRINTS - 1) << 4);
        return U.getInt(entry) == hash && U.getInt(entry + 4) == print;
    }

    /** Keeps the fingerprint; says whether it was another or not known. */
    @Hidden
    static boolean hasChanged(int hash, int print) {
        long entry = PRINT + ((long) (hash & PRINTS - 1) << 4);
        boolean same = U.getInt(entry) == hash && U.getInt(entry + 4) == print;
        U.putInt(entry, hash);
        U.putInt(entry + 4, print);
        return !same;
    }

    /**
     * How many elements of an array are as they were when it was read last, as far as they were in use then; -1 when they are
     * not. Keeps what those in use now are. A buffer is filled from its beginning on, so that samples tell whether it was
     * filled anew.
     */
    @Hidden
    static int unchanged(long strand, Object array, ElenchusClass known, int count, boolean isBuffer) {
        int hash = System.identityHashCode(array);
        // As for builders: each strand relies only on what it has told itself.
        long seed = U.getInt(strand + ElenchusStrand.STRAND);
        boolean isVirtual = (U.getInt(strand + ElenchusStrand.FLAGS) & ElenchusStrand.VIRTUAL) != 0;
        long entry = PRINT + ((long) (hash & PRINTS - 1) << 4);
        int before = U.getInt(entry) == hash && !isVirtual ? U.getInt(entry + PRINT_LENGTH) : Integer.MAX_VALUE;
        boolean same = before <= count && print(array, known, before, isBuffer, seed) == U.getInt(entry + 4);
        if (!same || before != count) {
            U.putInt(entry, hash);
            U.putInt(entry + 4, print(array, known, count, isBuffer, seed));
            U.putInt(entry + PRINT_LENGTH, count);
        }
        return same ? before : -1;
    }

    /** Keeps a place in a buffer for the object that it belongs to; says whether it is beyond the one that was kept before. */
    @Hidden
    static boolean isBeyond(int hash, int place) {
        long entry = PRINT + ((long) (hash & PRINTS - 1) << 4);
        boolean isKnown = U.getInt(entry) == hash;
        if (!isKnown) {
            U.putInt(entry, hash);
            U.putInt(entry + 4, 0);
        }
        boolean isBeyond = isKnown && place > U.getInt(entry + PRINT_LENGTH);
        U.putInt(entry + PRINT_LENGTH, place);
        return isBeyond;
    }

    /** A fingerprint of the first elements of an array; of a long buffer, of some of them from its beginning to its end. */
    @Hidden
    private static int print(Object array, ElenchusClass known, int count, boolean isBuffer, long seed) {
        long mixed;
        long bytes = count * known.offsets[1];
        if (array instanceof Object[] objects) {
            mixed = ElenchusValues.mixed(objects, count, seed);
        } else if (isBuffer && bytes > MOST_COMPARED) {
            long step = Math.max((bytes - 8) / SAMPLES & -8, 8);
            long last = known.offsets[0] + bytes - 8;
            // A sum, so that no step waits for the one before.
            long factor = 0x9E3779B97F4A7C15L;
            mixed = seed + U.getLong(array, last) * factor;
            for (long at = known.offsets[0]; at < last; at += step) {
                factor *= 0xC2B2AE3D27D4EB4FL;
                mixed += (U.getLong(array, at) ^ seed) * factor;
            }
            mixed ^= mixed >>> 29;
        } else {
            mixed = ElenchusValues.mixed(array, known.offsets[0], bytes, seed);
        }
        return (int) (mixed >>> 16);
    }

    @Hidden
    static int string(long strand, String string, ElenchusClass known) {
        int index = string.hashCode() & CONTENTS.length - 1;
        Content content = CONTENTS[index];
        boolean isLong = string.value().length > MAX_HELD;
        if (content != null) {
            Object value = content.value;
            if (value == string || (isLong ? isHeldIn(value, string) : string.equals(value))) {
                return content.word;
            }
        }
        int word = ElenchusStrand.newId(strand);
        content(strand, known, word, string);
        CONTENTS[index] = new Content(isLong ? new WeakReference<>(string) : string, word);
        return word;
    }

    @Hidden
    private static boolean isHeldIn(Object reference, String string) {
        return reference instanceof WeakReference<?> weak && weak.get() == string;
    }

    @Hidden
    static int text(long strand, Object object, ElenchusClass known) {
        if (ElenchusOwnCalls.is(strand)) {
            return NOT_FOLLOWED;
        }
        int index = System.identityHashCode(object) & CONTENTS.length - 1;
        Content content = CONTENTS[index];
        if (content != null && content.value == object) {
            return content.word;
        }
        int word;
        if (object instanceof UUID uuid) {
            word = ElenchusStrand.newId(strand);
            bytes(strand, known, word, 1, 36, digits(uuid), 0, 36);
        } else {
            String string = written(object);
            word = ElenchusStrand.newId(strand);
            content(strand, known, word, string);
        }
        CONTENTS[index] = new Content(object, word);
        return word;
    }

    /** What the {@code toString} of a UUID says. In newer JDKs that needs so many classes that it is not asked. */
    @Hidden
    private static byte[] digits(UUID uuid) {
        byte[] text = new byte[36];
        long bits = uuid.getMostSignificantBits();
        for (int at = 0, digit = 0; at < text.length; at++) {
            if (at == 8 || at == 13 || at == 18 || at == 23) {
                text[at] = '-';
            } else {
                int value = (int) (bits >>> 60 - 4 * (digit & 15)) & 15;
                text[at] = (byte) (value < 10 ? '0' + value : 'a' + value - 10);
                digit++;
                if (digit == 16) {
                    bits = uuid.getLeastSignificantBits();
                }
            }
        }
        return text;
    }

    /** What an immutable of the JDK says about itself; the calls that this takes are not the program's. */
    @Hidden
    private static String written(Object object) {
        long before = ElenchusOwnCalls.begin();
        try {
            if (object instanceof Pattern pattern) {
                return "/".concat(pattern.pattern()).concat("/").concat(flags(pattern.flags()));
            }
            if (object instanceof ClassLoader loader) {
                return loader.getName();
            }
            return object instanceof TimeZone zone ? zone.getID() : object.toString();
        } finally {
            ElenchusOwnCalls.end(before);
        }
    }

    /** The flags of a pattern as they are written inside of one, and two that cannot be: c for CANON_EQ, l for LITERAL. */
    @Hidden
    private static String flags(int flags) {
        // In the order of their bits, from UNIX_LINES to UNICODE_CHARACTER_CLASS.
        String letters = "dixmlsucU";
        StringBuilder set = new StringBuilder();
        for (int bit = 0; bit < letters.length(); bit++) {
            if ((flags >> bit & 1) != 0) {
                set.append(letters.charAt(bit));
            }
        }
        return set.toString();
    }

    @Hidden
    static int builder(long strand, AbstractStringBuilder builder, ElenchusClass known) {
        // What waits to be observed may be this very builder; it is recorded here and now, not in the middle of this.
        ElenchusStrand.cursor(strand);
        byte[] bytes = builder.value;
        byte coder = builder.coder;
        // Another thread may be appending: what is read stays within the array whatever it does.
        int length = Math.min(builder.count << coder, bytes.length);
        int stored = Math.min(length, MAX_BUILDER);
        int hash = System.identityHashCode(builder);
        int word = ElenchusValues.HASH | hash;
        ElenchusValues.see(hash);
        // Readers do not know in which order strands have written, so each adds only to what it has told itself.
        long seed = (long) U.getInt(strand + ElenchusStrand.STRAND) << 32 | coder;
        long entry = PRINT + ((long) (hash & PRINTS - 1) << 4);
        int lengthBefore = U.getInt(entry) == hash ? U.getInt(entry + PRINT_LENGTH) : Integer.MAX_VALUE;
        int from = 0;
        int added = 0;
        if (lengthBefore <= length) {
            int storedBefore = Math.min(lengthBefore, MAX_BUILDER);
            if (fingerprint(bytes, storedBefore, seed) == U.getInt(entry + 4)) {
                if (lengthBefore == length) {
                    return word;
                }
                added = U.getInt(entry + PRINT_ADDED) + 1;
                from = storedBefore;
            }
        }
        int flags = (coder == 0 ? 1 : 2) | 4 | (length > stored ? 8 : 0);
        if (added == 0 || added > MAX_ADDED || (U.getInt(strand + ElenchusStrand.FLAGS) & ElenchusStrand.VIRTUAL) != 0) {
            added = 0;
            bytes(strand, known, word, flags, length >> coder, bytes, 0, stored);
        } else {
            bytes(strand, known, word, flags | 16, length >> coder, bytes, from, stored - from);
        }
        U.putInt(entry, hash);
        if (added == 0 || from < stored) {
            U.putInt(entry + 4, fingerprint(bytes, stored, seed));
        }
        U.putInt(entry + PRINT_LENGTH, length);
        U.putInt(entry + PRINT_ADDED, added);
        return word;
    }

    /** A fingerprint of the first bytes of an array. */
    @Hidden
    private static int fingerprint(byte[] bytes, int length, long seed) {
        return (int) (ElenchusValues.mixed(bytes, ElenchusClass.NARROW_BASE, length, seed) >>> 16);
    }

    /** Records a text that never changes. */
    @Hidden
    private static void content(long strand, ElenchusClass known, int word, String string) {
        byte[] bytes = string.value();
        int flags = (string.coder() == 0 ? 1 : 2) | (bytes.length > MAX_STRING ? 8 : 0);
        bytes(strand, known, word, flags, string.length(), bytes, 0, Math.min(bytes.length, MAX_STRING));
    }

    @Hidden
    private static void bytes(
            long strand, ElenchusClass known, int word, int flags, int characters, byte[] bytes, int from, int stored) {
        long b = ElenchusStrand.cursor(strand, stored + 32);
        U.putInt(b, known.definition << 8 | ElenchusTag.TEXT);
        U.putInt(b + 4, word);
        U.putInt(b + 8, flags);
        U.putInt(b + 12, characters);
        U.putInt(b + 16, stored);
        U.putInt(b + 20 + (stored & -4), 0);
        U.copyMemory(bytes, ElenchusClass.NARROW_BASE + from, null, b + 20, stored);
        ElenchusStrand.commit(b + 20 + (stored + 3 & -4));
    }

    @Hidden
    static int box(long strand, Object box, ElenchusClass known) {
        long bits;
        boolean wide = false;
        if (box instanceof Boolean flag) {
            return flag ? 5 : 4;
        } else if (box instanceof Character character) {
            bits = character;
            if (bits < 256) {
                return 0x500 + (int) bits;
            }
        } else if (box instanceof Double number) {
            bits = Double.doubleToRawLongBits(number);
            wide = true;
        } else if (box instanceof Float number) {
            bits = Float.floatToRawIntBits(number);
        } else {
            bits = ((Number) box).longValue();
            if (bits >= -128 && bits < 128) {
                int base = box instanceof Byte ? 0x100 : box instanceof Short ? 0x200 : box instanceof Integer ? 0x300 : 0x400;
                return base + (int) bits + 128;
            }
            wide = box instanceof Long;
        }
        int index = (int) (bits ^ bits >>> 32) * 0x9E3779B9 >>> 19;
        Content content = CONTENTS[index];
        if (content != null && content.value.getClass() == box.getClass() && content.value.equals(box)) {
            return content.word;
        }
        int word = ElenchusStrand.newId(strand);
        long b = ElenchusStrand.cursor(strand);
        U.putInt(b, known.definition << 8 | ElenchusTag.BOX);
        U.putInt(b + 4, word);
        U.putLong(b + 8, bits);
        ElenchusStrand.commit(b + (wide ? 16 : 12));
        CONTENTS[index] = new Content(box, word);
        return word;
    }
}
