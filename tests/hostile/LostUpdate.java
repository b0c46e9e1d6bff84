// Two threads take turns, and one of them adds too much.
public class LostUpdate {
    private int turn;
    private int sum;

    synchronized void add(int me, int n) throws InterruptedException {
        while (turn != me) {
            wait();
        }
        sum += n + me; // BUG
        // GOOD: sum += n;
        turn = 1 - me;
        notifyAll();
    }

    synchronized int sum() {
        return sum;
    }

    void work(int me) {
        try {
            for (int i = 0; i < 3; i++) {
                add(me, 10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws Exception {
        LostUpdate box = new LostUpdate();
        Thread other = new Thread(() -> box.work(1));
        other.start();
        box.work(0);
        other.join();
        System.out.println(box.sum());
    }
}
