import java.util.ArrayList;
import java.util.List;

/** Who comes when, and with what. The numbers come from a small generator, so that every run is the same. */
final class Scenario {
    private static final String[] NAMES = {"ada", "ben", "cleo", "dora", "emil"};

    private final int[] tellers;
    private final int closingTime;
    private final long openingBalance;
    private final List<Customer> customers = new ArrayList<>();
    private long state;

    private Scenario(long seed, int closingTime, long openingBalance, int... tellers) {
        this.state = seed;
        this.closingTime = closingTime;
        this.openingBalance = openingBalance;
        this.tellers = tellers;
    }

    static Scenario quiet() {
        Scenario scenario = new Scenario(7, 120, 50_000, 100, 100);
        scenario.people(8, 12, 0);
        return scenario;
    }

    static Scenario busy() {
        Scenario scenario = new Scenario(11, 90, 20_000, 100, 120);
        scenario.people(24, 3, 30);
        return scenario;
    }

    static Scenario mixed() {
        Scenario scenario = new Scenario(42, 150, 150_000, 90, 100, 130);
        scenario.people(30, 4, 50);
        return scenario;
    }

    private void people(int count, int gap, int percentBusiness) {
        int time = 0;
        for (int i = 1; i <= count; i++) {
            time += 1 + random(gap);
            boolean business = random(100) < percentBusiness;
            String name = NAMES[random(NAMES.length)];
            Customer.Kind kind = business ? Customer.Kind.BUSINESS : Customer.Kind.PRIVATE;
            customers.add(new Customer(i, name, kind, time, tasks(name, business ? 3 : 2)));
        }
    }

    private List<Task> tasks(String name, int atMost) {
        List<Task> tasks = new ArrayList<>();
        int count = 1 + random(atMost);
        for (int i = 0; i < count; i++) {
            tasks.add(task(name));
        }
        return tasks;
    }

    private Task task(String name) {
        long cents = 100L * (1 + random(300));
        switch (random(4)) {
            case 0:
                return new Task.Deposit(name, cents);
            case 1:
                return new Task.Withdrawal(name, cents);
            case 2:
                return new Task.Transfer(name, NAMES[random(NAMES.length)], cents);
            default:
                return new Task.Question(1 + random(6));
        }
    }

    private int random(int below) {
        state = (state * 6364136223846793005L + 1442695040888963407L) & Long.MAX_VALUE;
        return (int) ((state >>> 33) % below);
    }

    int[] tellers() {
        return tellers;
    }

    int closingTime() {
        return closingTime;
    }

    long openingBalance() {
        return openingBalance;
    }

    List<Customer> customers() {
        return customers;
    }

    List<String> accounts() {
        return List.of(NAMES);
    }
}
