import java.util.concurrent.Semaphore;

/**
 * Threads hand a ball on to each other, in no regular order: whoever waits long hits it after others that began to wait later. Half-way
 * they all wait until a line is typed.
 */
public class Handing {
    private static final int THREADS = 3;
    private static final int HITS = 900;
    private static final Semaphore[] TURNS = {new Semaphore(1), new Semaphore(0), new Semaphore(0)};
    private static int random = 1;

    static final class Ball {
        int hits;

        int hit() {
            hits = hits + 1;
            return hits;
        }
    }

    static void play(Ball ball, int me) {
        while (await(me) && ball.hits < HITS) {
            if (ball.hit() == HITS / 2) {
                pause();
            }
            random = random * 1103515245 + 12345;
            TURNS[(random >>> 16) % THREADS].release();
        }
        // It is over, for the others, too.
        TURNS[(me + 1) % THREADS].release();
    }

    static boolean await(int me) {
        TURNS[me].acquireUninterruptibly();
        return true;
    }

    static void pause() {
        try {
            System.in.read();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Ball ball = new Ball();
        Thread[] others = new Thread[THREADS - 1];
        for (int i = 0; i < others.length; i++) {
            int me = i + 1;
            others[i] = new Thread(() -> play(ball, me), "thread " + me);
            others[i].start();
        }
        play(ball, 0);
        for (Thread other : others) {
            other.join();
        }
        System.out.println(ball.hits);
    }
}
