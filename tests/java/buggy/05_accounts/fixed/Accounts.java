import java.util.ArrayList;
import java.util.List;

/** Accounts of different kinds at the end of a month. */
public class Accounts {
    static String money(long cents) {
        return cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100;
    }

    public static void main(String[] args) {
        List<Account> accounts = new ArrayList<>();
        accounts.add(new Checking("checking", 50_000));
        accounts.add(new Savings("savings", 100_000));
        accounts.add(new Student("student", 9_000));
        for (Account account : accounts) {
            account.withdraw(2_000);
            account.deposit(2_000);
            account.monthEnd();
        }
        for (Account account : accounts) {
            System.out.println(account.name + " " + money(account.cents));
        }
    }
}

abstract class Account {
    final String name;
    protected long cents;

    Account(String name, long cents) {
        this.name = name;
        this.cents = cents;
    }

    void deposit(long amount) {
        cents += amount;
    }

    boolean withdraw(long amount) {
        if (amount > available()) {
            return false;
        }
        cents -= amount;
        return true;
    }

    long available() {
        return cents;
    }

    abstract void monthEnd();
}

class Checking extends Account {
    private static final long FEE = 350;

    Checking(String name, long cents) {
        super(name, cents);
    }

    @Override
    long available() {
        return cents + 10_000;
    }

    @Override
    void monthEnd() {
        cents -= fee();
    }

    long fee() {
        return cents < 100_000 ? FEE : 0;
    }
}

class Student extends Checking {
    Student(String name, long cents) {
        super(name, cents);
    }

    @Override
    long fee() {
        return 0;
    }
}

class Savings extends Account {
    private static final int PERMILLE_A_YEAR = 24;

    Savings(String name, long cents) {
        super(name, cents);
    }

    @Override
    void monthEnd() {
        long interest = cents * PERMILLE_A_YEAR / 12 / 1000;
        deposit(interest);
    }
}
