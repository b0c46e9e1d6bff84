package java.lang;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Set;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.Reflection;

/** What the agent asks of Java outside the hot path. */
final class ElenchusAgent {
    private ElenchusAgent() {}

    /** Makes the recorder ready; the calling thread becomes the first strand. */
    static void start(long table, long ids, long epochs, boolean allIterations) {
        ElenchusRecorder.allIterations = allIterations;
        ElenchusStrand.start(table, ids, epochs);
        ElenchusStrand.current();
        // Everything the hot path needs is initialised now, not in the middle of a record.
        Unsafe unsafe = Unsafe.getUnsafe();
        unsafe.ensureClassInitialized(ElenchusValues.class);
        unsafe.ensureClassInitialized(ElenchusClass.class);
        unsafe.ensureClassInitialized(ElenchusWrites.class);
    }

    /** The place a class comes from, as a URL in text; null when it is not known. */
    static String location(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location == null || !"file".equals(location.getProtocol()) ? null : location.getPath();
    }

    /** Hides the number field of a class from reflection. */
    static void hide(Class<?> type) {
        Reflection.registerFieldsToFilter(type, Set.of(ElenchusClass.NUMBER_FIELD));
    }

    /** The running thread ends. */
    static void ended() {
        if (ElenchusStrand.ready()) {
            ElenchusStrand.detach(ElenchusStrand.tid(Thread.currentThread()));
        }
    }

    /** A thread is about to be started by the running one. */
    static void starting(Thread thread) {
        if (ElenchusStrand.ready()) {
            ElenchusRecorder.starting(ElenchusStrand.promise(ElenchusStrand.tid(thread)), 0);
        }
    }
}
