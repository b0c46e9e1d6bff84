import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads that take turns: by a monitor, by a lock and by semaphores. */
public class Main {
    static int turn;
    static int passed;
    static int count;
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition next = lock.newCondition();
    static final Semaphore[] turns = {new Semaphore(0), new Semaphore(1)};

    static synchronized void play(int me) throws InterruptedException {
        while (turn % 2 != me) {
            Main.class.wait();
        }
        count = count + 1;
        turn = turn + 1;
        Main.class.notifyAll();
    }

    static void pass(int me) throws InterruptedException {
        lock.lock();
        try {
            while (passed % 2 != me) {
                next.await();
            }
            count = count * 2;
            passed = passed + 1;
            next.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static void add(int me) throws InterruptedException {
        turns[me].acquire();
        count = count + 3;
        turns[1 - me].release();
    }

    static void game() {
        try {
            play(1);
            play(1);
            pass(1);
            add(1);
        } catch (InterruptedException e) {
            count = -1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Main::game);
        other.start();
        play(0);
        play(0);
        play(0);
        pass(0);
        add(0);
        other.join();
        System.out.println(count);
    }
}
