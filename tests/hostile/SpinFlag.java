// A thread waits for a flag that another one sets without a lock; what the other one computes is wrong, and the waiting loop was only rewritten.
public class SpinFlag {
    static class Stock {
        int apples;
        boolean done;

        void count(int crates) {
            apples = crates * 7; // BUG
            // GOOD: apples = crates * 8;
            done = true;
        }
    }

    private final Stock stock = new Stock();

    int await(int patience) {
        int turns = 0;
        while (turns < patience && !stock.done) { // OLD
        // GOOD: while (!stock.done && turns < patience) {
            turns++;
            pause(1);
        }
        return stock.apples;
    }

    static void pause(int time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void open(int crates) {
        Thread worker = new Thread(() -> {
            pause(30);
            stock.count(crates);
            pause(50);
        });
        worker.start();
    }

    public static void main(String[] args) {
        SpinFlag shop = new SpinFlag();
        shop.open(3);
        System.out.println(shop.await(5000));
    }
}
