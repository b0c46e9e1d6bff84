import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Threads that make recorded calls as fast as they can. After each call they note in a mapped file, which outlives any
 * end, how many they have made. The main thread ends the program in the way its second argument names; before that it
 * copies the notes: at least that many calls were made.
 */
public class Load {
    static final int THREADS = 4;

    static int step(int thread, int i) { return i ^ thread; }

    static void work(MappedByteBuffer notes, int thread) {
        for (int i = 0; ; i++) {
            step(thread, i);
            notes.putInt(4 * thread, i + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        MappedByteBuffer notes;
        try (RandomAccessFile file = new RandomAccessFile(args[0], "rw")) {
            notes = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8 * THREADS);
        }
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread worker = new Thread(() -> work(notes, thread));
            worker.setDaemon(true);
            worker.start();
        }
        System.out.println("loaded");
        Thread.sleep(Long.parseLong(args[2]));
        for (int i = 0; i < THREADS; i++) { notes.putInt(4 * (THREADS + i), notes.getInt(4 * i)); }
        switch (args[1]) {
            case "exit": System.exit(3);
            case "halt": Runtime.getRuntime().halt(4);
            case "throw": throw new IllegalStateException("uncaught");
            case "many":
                for (int i = 0; i < 8; i++) { new Thread(() -> System.exit(5)).start(); }
                Thread.sleep(600_000);
            default: break;
        }
    }
}
