// A bank whose transfers are made by tasks of a pool: the fee is taken from the wrong side.
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BankThreads {
    static class Account {
        final String owner;
        private long balance;

        Account(String owner, long balance) {
            this.owner = owner;
            this.balance = balance;
        }

        synchronized void deposit(long amount) {
            balance += amount;
        }

        synchronized void withdraw(long amount) {
            balance -= amount;
        }

        synchronized long balance() {
            return balance;
        }
    }

    private final Map<String, Account> accounts = new TreeMap<>();

    void open(String owner, long balance) {
        accounts.put(owner, new Account(owner, balance));
    }

    void transfer(String from, String to, long amount) {
        long fee = fee(amount);
        accounts.get(from).withdraw(amount);
        accounts.get(to).deposit(amount - fee); // BUG
        // GOOD: accounts.get(to).deposit(amount);
        accounts.get("bank").deposit(fee);
    }

    private long fee(long amount) {
        return amount > 100 ? 1 : 0;
    }

    public static void main(String[] args) throws Exception {
        BankThreads bank = new BankThreads();
        bank.open("ada", 500);
        bank.open("bank", 0);
        bank.open("eve", 80);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> first = pool.submit(() -> bank.transfer("ada", "eve", 50));
        first.get();
        List<Future<?>> rest = List.of(pool.submit(() -> bank.transfer("ada", "eve", 200)));
        for (Future<?> transfer : rest) {
            transfer.get();
        }
        pool.shutdown();
        System.out.println(bank.accounts.get("eve").balance());
    }
}
