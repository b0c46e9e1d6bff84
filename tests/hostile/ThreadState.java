// A thread changes what another call sees while it runs.
public class ThreadState {
    static class Box {
        private int value;

        synchronized void add(int n) {
            value += n;
        }

        synchronized int get() {
            return value;
        }
    }

    static int weigh(int n) {
        return n * 10 + 1; // BUG
        // GOOD: return n * 10;
    }

    static Thread start(Box box, int n) {
        Thread thread = new Thread(() -> box.add(weigh(n)));
        thread.start();
        return thread;
    }

    static void waitFor(Thread thread) throws InterruptedException {
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Thread thread = start(box, 4);
        waitFor(thread);
        System.out.println(box.get());
    }
}
