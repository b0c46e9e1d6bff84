public class Main {
    static volatile int ticks;

    static int waitFor(int limit) {
        while (ticks < limit) {
            ticks++;
            try {
                pause(ticks);
            } catch (InterruptedException e) {
                return -ticks;
            }
        }
        return ticks;
    }

    static void pause(int n) throws InterruptedException {
        if (n == 2) {
            Thread.currentThread().interrupt();
        }
        Thread.sleep(1);
    }

    public static void main(String[] args) {
        System.out.println(waitFor(1) + " " + waitFor(9));
    }
}
