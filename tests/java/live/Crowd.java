import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Squares numbers in two hundred threads and in a pool of four, all of which then wait for more to do.
 *
 * <p>Planted bug: a square is one too large.
 */
public final class Crowd {
    private static final int THREADS = 200;

    public static void main(String[] arguments) throws InterruptedException {
        for (int number = 1; number <= THREADS; number++) {
            int input = number;
            new Thread(() -> work(input)).start();
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int number = 1; number <= THREADS; number++) {
            int input = number;
            pool.submit(() -> square(input));
        }
        Thread.currentThread().join();
    }

    private static void work(int number) {
        square(number);
        try {
            Thread.currentThread().join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int square(int number) {
        return number * number + 1;
    }
}
