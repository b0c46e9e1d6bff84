import java.util.concurrent.CountDownLatch;

/** Very many threads at the same time, each of which does next to nothing. */
public class Short {
    static int half(int number) {
        return number / 2;
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        CountDownLatch all = new CountDownLatch(count);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(null, () -> {
                half(number);
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
            }, "short " + i, 256 << 10);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count);
    }
}
