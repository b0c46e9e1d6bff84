// Nobody waits for a task; the call that starts it is right, and has ended long before.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class ForgottenTask {
    private final ExecutorService pool = Executors.newFixedThreadPool(1);
    private int pages;

    void start(int sheets) {
        pool.submit(() -> print(sheets));
    }

    void print(int sheets) {
        pause(40);
        pages = sheets * 2 + 1; // BUG
        // GOOD: pages = sheets * 2;
    }

    static void pause(int time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ForgottenTask press = new ForgottenTask();
        press.start(3);
        press.pool.shutdown();
        press.pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(press.pages);
    }
}
