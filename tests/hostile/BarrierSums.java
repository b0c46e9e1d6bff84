// Threads meet at a barrier between two phases; the second phase reads what its neighbour wrote, off by one.
import java.util.concurrent.CyclicBarrier;

public class BarrierSums {
    private static final int THREADS = 3;
    private final int[] first = new int[THREADS];
    private final int[] second = new int[THREADS];
    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);

    void work(int me) {
        try {
            first[me] = square(me + 1);
            barrier.await();
            second[me] = first[me] + first[neighbour(me)];
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static int square(int number) {
        return number * number;
    }

    static int neighbour(int me) {
        return (me + 2) % THREADS; // BUG
        // GOOD: return (me + 1) % THREADS;
    }

    public static void main(String[] args) throws Exception {
        BarrierSums sums = new BarrierSums();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int me = i;
            threads[i] = new Thread(() -> sums.work(me));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums.second[0] * 100 + sums.second[1]);
    }
}
