package java.lang;

import java.lang.reflect.Field;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;

/** What the agent asks of Java outside the hot path. */
final class ElenchusAgent {
    private static final Unsafe U = ElenchusStrand.U;

    private ElenchusAgent() {}

    /** Makes the recorder ready; the calling thread becomes the first strand. */
    static void start(
            long table, long ids, long turns, long alwaysFull, boolean allIterations, boolean reachesPlatform) {
        ElenchusRecorder.allIterations = allIterations;
        ElenchusOwnCalls.isNeeded = reachesPlatform;
        ElenchusStrand.start(table, ids, turns, alwaysFull);
        ElenchusStrand.current();
    }

    /**
     * Runs the slow paths once, after collections were rewritten, on a strand that nobody keeps. A class whose initialiser
     * meets a full stack can never be used again; so the recorder must not be the first to need a class of the JDK in
     * the depth of a recursion.
     */
    static void warmUp() {
        long strand = ElenchusStrand.aside();
        U.ensureClassInitialized(ElenchusWrites.class);
        U.ensureClassInitialized(ElenchusRecorder.class);
        U.ensureClassInitialized(ElenchusSlowPath.class);
        U.ensureClassInitialized(ElenchusHooks.class);
        U.ensureClassInitialized(ElenchusPassed.class);
        ElenchusKept kept = ElenchusKept.of(strand);
        Object[] samples = {
            new StackOverflowError(), new StringBuilder("sample"), new String("sample"), 1L << 40, 1 << 20, 0.5, 0.5f, '\u0444',
            (short) 1000, new java.util.ArrayList<>(1), new long[] {1}, new Object[] {"x"}, Object.class, new Object(),
            Thread.State.NEW, new java.util.concurrent.atomic.AtomicInteger(),
        };
        for (Object sample : samples) {
            ElenchusValues.ref(strand, sample);
            ElenchusValues.observe(strand, sample, 0, Integer.MAX_VALUE);
            kept.given(sample);
            if (sample.getClass().isArray()) {
                ElenchusValues.fingerprint(sample);
            }
        }
        kept.readGiven();
        ElenchusValues.rewritten(strand, samples, 0, 1);
        ElenchusValues.forget(samples);
        Long.highestOneBit(1);
        // Writing a decimal down needs this class in some JDKs. Decimals themselves are no sample: to initialise their class
        // takes newer JDKs as long as everything else here.
        try {
            Class.forName("java.math.BigDecimal$StringBuilderHelper", true, null);
        } catch (ClassNotFoundException notNeeded) {
            return;
        }
    }

    /** The place a class comes from, as a URL in text; null when it is not known. */
    static String location(ProtectionDomain domain) {
        long before = ElenchusOwnCalls.begin();
        try {
            return placeOf(domain);
        } finally {
            ElenchusOwnCalls.end(before);
        }
    }

    private static String placeOf(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        // A sum of strings would have classes loaded meanwhile, which are then not recorded: collections among them.
        return location == null ? null : location.getProtocol().concat(":").concat(location.getPath());
    }

    /** Where the program's classes are, by its own word: build tools hide that from the command line and set it later. */
    static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** The running thread ends. */
    static void ended() {
        if (ElenchusStrand.ready()) {
            long tid = ElenchusStrand.tid(Thread.currentThread());
            long strand = ElenchusStrand.find(tid);
            if (strand != 0) {
                ElenchusTask.endAll(strand);
                if ((U.getInt(strand + ElenchusStrand.FLAGS) & ElenchusStrand.VIRTUAL) != 0) {
                    ElenchusStrand.ends(strand);
                    ElenchusStrand.handOver(strand);
                }
            }
            ElenchusStrand.detach(tid);
        }
    }

    /** A thread is about to be started by the running one: 0 a thread, 1 a virtual thread. */
    static void starting(Thread thread, int kind) {
        if (ElenchusStrand.ready() && ElenchusStrand.isInCall()) {
            ElenchusStrand.several = true;
            int number = ElenchusStrand.promise(ElenchusStrand.tid(thread));
            long b = ElenchusStrand.cursor(ElenchusStrand.current());
            U.putInt(b, kind << 8 | ElenchusTag.STRAND_START);
            U.putInt(b + 4, number);
            ElenchusStrand.commit(b + 8);
            ElenchusStrand.handOver(ElenchusStrand.current());
        }
    }

    /** Bytes that the running thread wrote to or read from a standard stream. */
    static void stream(int number, byte[] bytes, int offset, int length) {
        if (!ElenchusStrand.ready() || bytes == null || offset < 0 || length > bytes.length - offset) {
            return;
        }
        long strand = ElenchusStrand.current();
        while (length > 0) {
            int part = Math.min(length, 1 << 16);
            long b = ElenchusStrand.cursor(strand, part + 16);
            U.putInt(b, number << 8 | ElenchusTag.STREAM);
            U.putInt(b + 4, part);
            U.putInt(b + 8 + (part & -4), 0);
            U.copyMemory(bytes, ElenchusClass.NARROW_BASE + offset, null, b + 8, part);
            ElenchusStrand.commit(b + 8 + (part + 3 & -4));
            offset += part;
            length -= part;
        }
    }

    /** Native code of the running thread is about to write into an object; of an array, these elements. */
    static void writes(Object object, int from, int to) {
        if (object != null && ElenchusStrand.ready() && ElenchusValues.isKnown(object)) {
            ElenchusKept.of(ElenchusStrand.current()).written(object, from, to);
        }
    }

    /** The fingerprint of what an array holds that is about to be lent to native code; 0 when it need not be known. */
    static long fingerprint(Object array) {
        return array != null && ElenchusStrand.ready() && ElenchusValues.isKnown(array) ? ElenchusValues.fingerprint(array) : 0;
    }

    /** Native code has had an array in its hands, which had this fingerprint before if it is not 0. */
    static void returned(Object array, long before) {
        if (before == 0 || before != fingerprint(array)) {
            writes(array, 0, Integer.MAX_VALUE);
        }
    }

    /** Native code of the running thread is about to write a static field. */
    static void sets(Field field) {
        ElenchusHooks.sets(field, null);
    }
}
