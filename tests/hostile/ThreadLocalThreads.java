// Two threads have each their own value in one thread local, and only one of them is led astray.
public class ThreadLocalThreads {
    private static final ThreadLocal<Integer> LEVEL = ThreadLocal.withInitial(() -> 0);

    static int level() {
        return LEVEL.get();
    }

    static void enter(int by) {
        LEVEL.set(level() + by);
    }

    static int deep(int steps) {
        for (int step = 0; step < steps; step++) {
            enter(step); // BUG
            // GOOD: enter(1);
        }
        return level();
    }

    static int flat() {
        return 100 + level();
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[2];
        enter(5);
        Thread worker = new Thread(() -> results[0] = deep(2));
        worker.start();
        worker.join();
        results[1] = flat();
        System.out.println(results[0] + " " + results[1]);
    }
}
