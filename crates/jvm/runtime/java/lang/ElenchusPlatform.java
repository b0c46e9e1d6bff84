package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Objects of the platform whose state lies in memory: matchers, scanners, calendars, formats, buffers, digests.
 *
 * <p>Their code is not recorded, so they are looked at whenever they pass by and after calls of their methods, together with
 * the arrays and other such objects that they are made of. What they lead to besides is recorded as it is elsewhere; what
 * lies outside of memory, such as a file, stays unknown.
 */
final class ElenchusPlatform {
    private static final Unsafe U = ElenchusStrand.U;

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
            case "java.text", "java.util.regex", "java.nio.charset", "sun.nio.cs", "sun.util.calendar" -> true;
            case "java.nio" -> simple.startsWith("Heap") || simple.equals("StringCharBuffer") || simple.equals("ByteOrder");
            case "java.io" -> isWrapper(simple);
            // What these lead to are threads, loaders and what the garbage collector decides about.
            case "java.util" -> !(simple.startsWith("Timer") || simple.startsWith("ServiceLoader") || simple.startsWith("WeakHashMap")
                    || simple.startsWith("ResourceBundle$"));
            case "java.util.zip" -> simple.startsWith("CRC32") || simple.equals("Adler32");
            case "java.security" -> simple.startsWith("MessageDigest");
            case "sun.security.provider" -> isDigest(type);
            case "java.net" -> simple.equals("URL");
            default -> false;
        };
    }

    /** Whether a class of java.io adds something to another stream, reader or writer. */
    private static boolean isWrapper(String simple) {
        return simple.startsWith("Buffered") || simple.startsWith("Data") || simple.startsWith("Filter")
                || simple.startsWith("LineNumber") || simple.startsWith("Pushback") || simple.equals("InputStreamReader")
                || simple.equals("OutputStreamWriter") || simple.equals("PrintWriter") || simple.equals("SequenceInputStream")
                || simple.equals("StreamTokenizer");
    }

    private static boolean isDigest(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return parent != null && (parent.getName().endsWith(".DigestBase") || isDigest(parent));
    }

    /** Records an object, and what it is made of, as far as that has changed since it was looked at last. */
    @Hidden
    static void look(long strand, Object object, ElenchusClass known, int word, boolean first) {
        ElenchusKept kept = ElenchusKept.of(strand);
        if (!kept.beginLook(object)) {
            return;
        }
        try {
            for (int field = 0; field < known.offsets.length; field++) {
                if (known.kinds[field] == 'L') {
                    lookAtPart(strand, U.getReference(object, known.offsets[field]));
                }
            }
            ElenchusValues.reread(strand, object, known, word, first);
        } finally {
            kept.endLook();
        }
    }

    /** Looks at something that the object refers to, which may have changed while the object itself has not. */
    @Hidden
    private static void lookAtPart(long strand, Object part) {
        if (part == null) {
            return;
        }
        ElenchusClass known = ElenchusClass.of(part);
        if (known.kind == ElenchusClass.ARRAY) {
            ElenchusValues.rereadArray(strand, part, known);
            if (part instanceof Object[] elements) {
                for (int index = 0; index < elements.length; index++) {
                    lookAtPart(strand, elements[index]);
                }
            }
        } else if (known.kind == ElenchusClass.PLATFORM || known.kind == ElenchusClass.REREAD || known.kind == ElenchusClass.BUILDER) {
            ElenchusValues.ref(strand, part);
        }
    }
}
