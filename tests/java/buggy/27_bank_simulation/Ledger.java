import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The accounts and every change to them. */
final class Ledger {
    private static final class Account {
        final String name;
        long cents;
        final List<Long> changes = new ArrayList<>();

        Account(String name, long cents) {
            this.name = name;
            this.cents = cents;
        }

        void change(long amount) {
            cents += amount;
            changes.add(amount);
        }
    }

    private final Map<String, Account> accounts = new TreeMap<>();
    private int refused;

    void open(String name, long cents) {
        if (accounts.containsKey(name)) {
            throw new IllegalArgumentException("account " + name + " exists");
        }
        accounts.put(name, new Account(name, cents));
    }

    private Account account(String name) {
        Account account = accounts.get(name);
        if (account == null) {
            throw new IllegalArgumentException("no account " + name);
        }
        return account;
    }

    void deposit(String name, long cents) {
        account(name).change(cents);
    }

    boolean withdraw(String name, long cents) {
        Account account = account(name);
        if (account.cents < cents) {
            refused++;
            return false;
        }
        account.change(-cents);
        return true;
    }

    long total() {
        long total = 0;
        for (Account account : accounts.values()) {
            total += account.cents;
        }
        return total;
    }

    String summary() {
        StringBuilder out = new StringBuilder("ledger");
        for (Account account : accounts.values()) {
            out.append(' ').append(account.name).append('=').append(money(account.cents));
            out.append('/').append(account.changes.size());
        }
        return out.append(" total=").append(money(total())).append(" refused=").append(refused).toString();
    }

    static String money(long cents) {
        long rest = Math.abs(cents % 100);
        return cents / 100 + "." + (rest < 10 ? "0" : "") + rest;
    }
}
