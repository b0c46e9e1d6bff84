// A stop watch reads the clock and was rewritten without harm; the bug is elsewhere.
public class StopWatch {
    private long begun;
    private int laps;

    void start(int first) {
        long now = System.nanoTime(); // OLD
        begun = now - first; // OLD
        // GOOD: begun = System.nanoTime() - first;
    }

    boolean lap() {
        laps += 2; // BUG
        // GOOD: laps++;
        return begun != 0;
    }

    int laps() {
        return laps;
    }

    public static void main(String[] args) {
        StopWatch watch = new StopWatch();
        watch.start(0);
        for (int i = 0; i < 3; i++) {
            watch.lap();
        }
        System.out.println(watch.laps());
    }
}
