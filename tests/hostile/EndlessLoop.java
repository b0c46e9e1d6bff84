// A loop that never ends, stopped from outside.
public class EndlessLoop {
    static int bits(int n) {
        int count = 0;
        while (n != 0) {
            n ^= n - 1; // BUG
            // GOOD: n &= n - 1;
            count++;
        }
        return count;
    }

    public static void main(String[] args) throws Exception {
        Thread guard = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            Runtime.getRuntime().halt(9);
        });
        guard.setDaemon(true);
        guard.start();
        System.out.println(bits(0));
        System.out.println(bits(11));
    }
}
