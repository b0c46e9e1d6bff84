package java.lang;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.PrintStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.util.Scanner;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;
import sun.nio.cs.StreamDecoder;
import sun.nio.cs.StreamEncoder;

/**
 * Objects of the platform whose state lies in memory: matchers, scanners, calendars, formats, buffered readers and writers,
 * thread locals, futures.
 *
 * <p>Their code is not recorded, so they are looked at whenever they pass by and after calls of their methods, together with
 * the arrays and other such objects that they are made of. What they lead to besides is recorded as it is elsewhere; what
 * lies outside of memory, such as a file, stays unknown.
 *
 * <p>A look must cost less than the call that it follows. Buffers are the only large things among what is looked at, and
 * they are filled from their beginning on: only what is in use is looked at, and of what was recorded before only samples.
 */
final class ElenchusPlatform {
    private static final Unsafe U = ElenchusStrand.U;

    /** Larger arrays, in bytes or elements that refer to objects, are not recorded: they are said to be unknown. */
    private static final int MOST_BYTES = 16 << 10;
    private static final int MOST_ELEMENTS = 1 << 10;
    /** The same of buffers, of which only what is in use is looked at. */
    private static final int MOST_BUFFERED = 64 << 10;
    /** How many streams one after the other are followed to where they lead. */
    private static final int MOST_STREAMS = 8;

    private ElenchusPlatform() {}

    /** Whether the objects of a class are such state. */
    static boolean isState(Class<?> type) {
        if (type.getClassLoader0() != null || type.isHidden()) {
            return false;
        }
        String name = type.getName();
        int end = name.lastIndexOf('.');
        String simple = name.substring(end + 1);
        return switch (end < 0 ? "" : name.substring(0, end)) {
            case "java.lang" -> ElenchusThreadLocals.isLocal(type);
            case "java.text", "java.util.regex", "java.nio.charset", "sun.nio.cs" -> true;
            case "java.nio" -> simple.startsWith("Heap") || simple.equals("StringCharBuffer");
            case "java.io" -> isWrapper(simple);
            case "java.util" -> isUtility(simple);
            case "java.util.concurrent" -> simple.equals("FutureTask") || simple.equals("CompletableFuture")
                    || simple.equals("CompletableFuture$AltResult");
            case "java.util.zip" -> simple.startsWith("CRC32") || simple.equals("Adler32");
            case "java.security" -> simple.startsWith("MessageDigest");
            case "sun.security.provider" -> isDigest(type);
            case "java.net" -> simple.equals("URL");
            default -> false;
        };
    }

    private static boolean isUtility(String simple) {
        return simple.equals("Scanner") || simple.equals("Formatter") || simple.endsWith("Calendar") || simple.equals("SimpleTimeZone")
                || simple.endsWith("ResourceBundle") || simple.endsWith("SummaryStatistics") || simple.equals("SplittableRandom")
                || simple.startsWith("Base64$");
    }

    /** Whether a class of java.io adds something to another stream, reader or writer. */
    private static boolean isWrapper(String simple) {
        return simple.startsWith("Buffered") || simple.startsWith("Data") || simple.startsWith("Filter")
                || simple.startsWith("LineNumber") || simple.startsWith("Pushback") || simple.equals("InputStreamReader")
                || simple.equals("OutputStreamWriter") || simple.equals("PrintStream")
                || simple.equals("PrintWriter") || simple.equals("SequenceInputStream")
                || simple.equals("StreamTokenizer");
    }

    private static boolean isDigest(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return parent != null && (parent.getName().endsWith(".DigestBase") || isDigest(parent));
    }

    /**
     * Records an object, and what it is made of, as far as that has changed since it was looked at last. When it only passes
     * by and its own fields are the same, what it is made of is taken to be, too: nobody else uses that.
     */
    @Hidden
    static void look(long strand, Object object, ElenchusClass known, int word, boolean first) {
        ElenchusKept kept = ElenchusKept.of(strand);
        boolean passesBy = !first && !kept.isObserving();
        if (passesBy && ElenchusContents.isKept(word & ~ElenchusValues.HASH, ElenchusValues.print(object, known))) {
            return;
        }
        if (!kept.beginLook(object)) {
            return;
        }
        try {
            boolean isAlone = isOutside(object) || Buffers.used(object) >= 0 && hasOnlyMovedOn(strand, object);
            for (int field = 0; !isAlone && field < known.offsets.length; field++) {
                if (known.kinds[field] == 'L') {
                    lookAtPart(strand, object, ElenchusValues.reference(object, known.offsets[field]));
                }
            }
            ElenchusValues.reread(strand, object, known, word, first);
        } finally {
            kept.endLook();
        }
    }

    /**
     * Whether a buffered reader, writer or stream has only gone on in its buffer since it was looked at last. Then it has left
     * alone what it reads from or writes to.
     */
    @Hidden
    private static boolean hasOnlyMovedOn(long strand, Object object) {
        Object array = Buffers.array(object);
        if (array == null) {
            return false;
        }
        ElenchusClass known = ElenchusClass.of(array);
        if (isTooLong(object, array, known)) {
            return false;
        }
        int used = Buffers.used(object);
        int same = ElenchusValues.rereadArray(strand, array, known, used);
        boolean isBeyond = ElenchusContents.isBeyond(System.identityHashCode(object), Buffers.next(object));
        return isBeyond && (same == used || same >= 0 && (object instanceof BufferedWriter || object instanceof BufferedOutputStream));
    }

    /** Looks at something that an object refers to, which may have changed while the object itself has not. */
    @Hidden
    private static void lookAtPart(long strand, Object owner, Object part) {
        if (part == null || Buffers.isFixed(owner, part)) {
            return;
        }
        ElenchusClass known = ElenchusClass.of(part);
        if (known.kind == ElenchusClass.ARRAY) {
            if (!isTooLong(owner, part, known)) {
                int used = owner instanceof Buffer ? -1 : Buffers.used(owner);
                lookAtArray(strand, part, known, used);
            }
        } else if (part instanceof Buffer && Buffers.isFilled(owner)) {
            Object array = Buffers.array(part);
            if (array != null && !isTooLong(owner, array, ElenchusClass.of(array))) {
                lookAtArray(strand, array, ElenchusClass.of(array), Buffers.used(owner, part));
            }
            ElenchusValues.rereadFields(strand, part, known);
        } else if (known.kind == ElenchusClass.PLATFORM || known.kind == ElenchusClass.REREAD || known.kind == ElenchusClass.BUILDER) {
            ElenchusValues.ref(strand, part);
        }
    }

    /** Looks at an array; only its first elements count where so many are in use, all of them where that is -1. */
    @Hidden
    private static void lookAtArray(long strand, Object array, ElenchusClass known, int used) {
        ElenchusValues.rereadArray(strand, array, known, used);
        if (known.kinds[0] == 'L' && array.getClass() != String[].class) {
            Object[] elements = (Object[]) array;
            for (int index = 0; index < elements.length; index++) {
                lookAtPart(strand, array, elements[index]);
            }
        }
    }

    /**
     * Whether a stream prints to a file or to the terminal, as {@code System.out} does: nothing of it lies in memory, and what
     * is printed is recorded elsewhere.
     */
    @Hidden
    static boolean isOutside(Object stream) {
        if (!(stream instanceof PrintStream)) {
            return false;
        }
        Object end = stream;
        for (int step = 0; step < MOST_STREAMS && end instanceof FilterOutputStream; step++) {
            end = U.getReference(end, Buffers.INNER);
        }
        return end instanceof FileOutputStream;
    }

    /** Whether what such an object refers to is recorded. */
    @Hidden
    static boolean isFollowed(Object owner, Object value) {
        if (owner instanceof ThreadLocal<?> local && !ElenchusThreadLocals.isOwn(local) || isOutside(owner)) {
            return false;
        }
        if (value == null) {
            return true;
        }
        ElenchusClass known = ElenchusClass.of(value);
        return known.kind != ElenchusClass.ARRAY || !isTooLong(owner, value, known);
    }

    /** Whether an array that an object refers to is too long to be looked at. */
    @Hidden
    private static boolean isTooLong(Object owner, Object array, ElenchusClass known) {
        int length = java.lang.reflect.Array.getLength(array);
        if (known.kinds[0] == 'L') {
            return length > MOST_ELEMENTS;
        }
        boolean isBuffer = Buffers.used(owner) >= 0 || Buffers.isFilled(owner);
        return length * known.offsets[1] > (isBuffer ? MOST_BUFFERED : MOST_BYTES);
    }

    /** What is in use of the buffers of readers, writers and streams. */
    private static final class Buffers {
        /** What a stream writes to that adds something to another one. */
        static final long INNER = U.objectFieldOffset(FilterOutputStream.class, "out");
        private static final long READER = U.objectFieldOffset(BufferedReader.class, "cb");
        private static final long READER_NEXT = U.objectFieldOffset(BufferedReader.class, "nextChar");
        private static final long INPUT = U.objectFieldOffset(BufferedInputStream.class, "buf");
        private static final long INPUT_NEXT = U.objectFieldOffset(BufferedInputStream.class, "pos");
        private static final long WRITER = U.objectFieldOffset(BufferedWriter.class, "cb");
        private static final long OUTPUT = U.objectFieldOffset(BufferedOutputStream.class, "buf");
        private static final long READER_END = U.objectFieldOffset(BufferedReader.class, "nChars");
        private static final long WRITER_END = U.objectFieldOffset(BufferedWriter.class, "nextChar");
        private static final long INPUT_END = U.objectFieldOffset(BufferedInputStream.class, "count");
        private static final long OUTPUT_END = U.objectFieldOffset(BufferedOutputStream.class, "count");
        private static final long BYTES = U.objectFieldOffset(ByteBuffer.class, "hb");
        private static final long CHARACTERS = U.objectFieldOffset(CharBuffer.class, "hb");
        private static final long OFFSET_OF_BYTES = U.objectFieldOffset(ByteBuffer.class, "offset");
        private static final long POSITION = U.objectFieldOffset(Buffer.class, "position");
        private static final long LIMIT = U.objectFieldOffset(Buffer.class, "limit");
        private static final long OFFSET_OF_CHARACTERS = U.objectFieldOffset(CharBuffer.class, "offset");

        /** How many elements of the array of an object are in use, from the first on; -1 where that is not known. */
        @Hidden
        static int used(Object owner) {
            if (owner instanceof BufferedReader) {
                return U.getInt(owner, READER_END);
            } else if (owner instanceof BufferedWriter) {
                return U.getInt(owner, WRITER_END);
            } else if (owner instanceof BufferedInputStream) {
                return U.getInt(owner, INPUT_END);
            } else if (owner instanceof BufferedOutputStream) {
                return U.getInt(owner, OUTPUT_END);
            }
            return -1;
        }

        /** Whether an object fills a buffer of its own from the beginning. */
        @Hidden
        static boolean isFilled(Object owner) {
            return owner instanceof StreamDecoder || owner instanceof StreamEncoder || owner instanceof Scanner;
        }

        /** Whether a part of an object was recorded and never changes after that: nobody else can reach the rules that it codes by. */
        @Hidden
        static boolean isFixed(Object owner, Object part) {
            return (part instanceof CharsetDecoder || part instanceof CharsetEncoder) && isFilled(owner) && ElenchusValues.isKnown(part);
        }

        /** The array of a buffer, or of what has one; null when there is none. */
        @Hidden
        static Object array(Object owner) {
            long offset = owner instanceof BufferedReader ? READER
                    : owner instanceof BufferedWriter ? WRITER
                    : owner instanceof BufferedInputStream ? INPUT
                    : owner instanceof BufferedOutputStream ? OUTPUT
                    : owner instanceof ByteBuffer ? BYTES
                    : owner instanceof CharBuffer ? CHARACTERS : -1;
            return offset < 0 ? null : U.getReference(owner, offset);
        }

        /** Where the next element is read from or written to. */
        @Hidden
        static int next(Object owner) {
            return owner instanceof BufferedReader ? U.getInt(owner, READER_NEXT)
                    : owner instanceof BufferedInputStream ? U.getInt(owner, INPUT_NEXT) : used(owner);
        }

        /** How many elements of the array of a buffer are in use. */
        @Hidden
        static int used(Object owner, Object buffer) {
            int offset = U.getInt(buffer, buffer instanceof ByteBuffer ? OFFSET_OF_BYTES : OFFSET_OF_CHARACTERS);
            return offset + U.getInt(buffer, owner instanceof StreamEncoder ? POSITION : LIMIT);
        }
    }
}
