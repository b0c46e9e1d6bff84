// A clock is read all the time; the bug has nothing to do with it.
public class Clock {
    static class Watch {
        private long begun;
        private long ended;

        void start() {
            begun = System.nanoTime();
        }

        void stop() {
            ended = System.nanoTime();
        }

        boolean ran() {
            return ended > begun;
        }
    }

    static int work(int n) {
        int sum = 0;
        for (int i = 1; i < n; i++) { // BUG
        // GOOD: for (int i = 1; i <= n; i++) {
            sum += i;
        }
        return sum;
    }

    public static void main(String[] args) {
        Watch watch = new Watch();
        watch.start();
        int result = work(10);
        watch.stop();
        System.out.println(watch.ran() + " " + result);
    }
}
