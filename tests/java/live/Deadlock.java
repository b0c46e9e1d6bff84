import java.util.concurrent.CountDownLatch;

/** Two threads that each hold what the other one waits for. */
public class Deadlock {
    static final class Account {
        int balance;

        Account(int balance) {
            this.balance = balance;
        }
    }

    private static final CountDownLatch BOTH = new CountDownLatch(2);

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            meet();
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    /** Waits until both threads hold their first account, so that it always happens. */
    static void meet() {
        BOTH.countDown();
        try {
            BOTH.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account one = new Account(100);
        Account other = new Account(100);
        Thread back = new Thread(() -> transfer(other, one, 20), "back");
        back.start();
        transfer(one, other, 10);
        back.join();
        System.out.println(one.balance + " " + other.balance);
    }
}
