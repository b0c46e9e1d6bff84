package java.lang;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The main class of a JVM that runs recorded calls again, one after the other.
 *
 * <p>A request lies in a file; its length through one pipe says that it is there, and the reply goes through another. Each call is made on
 * a thread of its own, which can change nothing outside the process. The recorder sees the call as it sees any other; whether
 * the state before was rebuilt rightly is told by what it recorded, not here.
 */
public final class ElenchusRerun {
    /** How many threads a call may start: their rings are files, which it could not make. */
    private static final int SPARE_RINGS = 8;

    private ElenchusRerun() {}

    /** Something that stands in the way of running a call again. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String reason) {
            super(reason, null, false, false);
        }
    }

    /** The folder with the pipes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String folder = arguments[0];
        try (FileInputStream orders = new FileInputStream(folder + "/orders");
                FileOutputStream replies = new FileOutputStream(folder + "/replies")) {
            replies.write(new byte[4]);
            boolean used = false;
            for (int length = next(orders); length >= 0; length = next(orders)) {
                spareRings(SPARE_RINGS);
                int before = surroundings();
                Call call = new Call(contents(folder + "/request", length), folder + "/scratch", used);
                call.start();
                call.join();
                used = true;
                boolean spoiled = call.spoils || wroteFiles() || surroundings() != before;
                replies.write(reply(call, spoiled));
            }
        }
        // Nobody asks any more. What calls have registered for the end of the JVM must not run.
        Runtime.getRuntime().halt(0);
    }

    /** The length of the next request; -1 when nobody asks any more. */
    private static int next(FileInputStream orders) throws IOException {
        // Byte by byte: a pipe cannot be asked for how much is left.
        int length = 0;
        for (int place = 0; place < 4; place++) {
            int part = orders.read();
            if (part < 0) {
                return -1;
            }
            length = length << 8 | part;
        }
        return length;
    }

    /** The first bytes of a file. What follows is left of a longer request. */
    private static byte[] contents(String file, int length) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            return in.readNBytes(length);
        }
    }

    /** A reply as {@code rerun::worker} reads it: a letter, flags, the strand, and a text. Flags: 1 this JVM must
     * not be used again, 2 files were written. */
    private static byte[] reply(Call call, boolean spoiled) throws IOException {
        byte[] text = call.reason == null ? new byte[0] : call.reason.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(6 + text.length);
            out.writeByte(call.needsFreshJvm ? 'S' : call.reason != null ? 'R' : 'C');
            out.writeByte((spoiled ? 1 : 0) | (wroteFiles() ? 2 : 0));
            out.writeInt(call.strand);
            out.write(text);
        }
        return bytes.toByteArray();
    }

    /** What a call may leave behind in the JVM, other than static fields of the program, in one number. */
    private static int surroundings() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        int left = all.activeCount();
        left = 31 * left + System.getProperties().hashCode();
        left = 31 * left + System.identityHashCode(System.out);
        left = 31 * left + System.identityHashCode(System.err);
        left = 31 * left + System.identityHashCode(System.in);
        return 31 * left + System.identityHashCode(Locale.getDefault());
    }

    /** The thread that rebuilds the state and makes the call, both on one strand of the recording. */
    private static final class Call extends Thread {
        private final byte[] request;
        private final String scratch;
        private final boolean used;
        int strand;
        String reason;
        /** Whether what earlier calls have left keeps it from being made here. */
        boolean needsFreshJvm;
        /** Whether it has done something after which the JVM cannot be trusted. */
        boolean spoils;

        Call(byte[] request, String scratch, boolean used) {
            super(null, null, "main", 0, false);
            this.request = request;
            this.scratch = scratch;
            this.used = used;
        }

        @Override
        public void run() {
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(request))) {
                long block = ElenchusStrand.current();
                strand = ElenchusStrand.U.getInt(block + ElenchusStrand.STRAND);
                // Before any code of the program runs: it, and all threads that it starts, can change nothing outside
                // but below a folder of their own.
                if (!confine(scratch)) {
                    throw new Refusal("this system cannot keep a call from changing files");
                }
                if (ElenchusRebuilt.hasOtherStatics(in) && used) {
                    needsFreshJvm = true;
                    return;
                }
                ElenchusRebuilt state = ElenchusRebuilt.read(in);
                state.setStatics();
                ElenchusCaller.call(in, state);
                // What only weak references lead to stays until the end.
                Reference.reachabilityFence(state);
                // How deep it got, also where it caught the error itself, differs from JVM to JVM.
                if (ElenchusStrand.U.getInt(block + ElenchusStrand.OVERFLOW) != 0) {
                    throw new StackOverflowError();
                }
            } catch (Refusal refusal) {
                reason = refusal.getMessage();
            } catch (VirtualMachineError exhausted) {
                // How much of both a program has differs from JVM to JVM.
                spoils = true;
                needsFreshJvm = used && exhausted instanceof OutOfMemoryError;
                reason = "it ran out of the memory or the stack of a rerun";
            } catch (Throwable failure) {
                spoils = true;
                reason = "the state before could not be rebuilt: " + failure;
            }
            String refused = refused();
            if (refused != null) {
                spoils = true;
                reason = "it would have " + refused;
            }
        }
    }

    /**
     * From now on the running thread can change nothing outside the process, but below this folder. False where the system has no way to
     * see to that.
     */
    private static native boolean confine(String scratch);

    /** Whether a confined thread has changed something below that folder. */
    private static native boolean wroteFiles();

    /** What a confined thread has tried to do and was kept from; null if nothing. */
    private static native String refused();

    /** Makes rings until the given number of them wait for threads. */
    private static native void spareRings(int count);
}
