import java.util.List;

/** Simulates some hours in a bank's branch and prints what happened. */
public class Simulation {
    private static void header(String title) {
        System.out.println("== " + title);
    }

    private static void run(String title, Scenario scenario) {
        header(title);
        Ledger ledger = new Ledger();
        for (String name : scenario.accounts()) {
            ledger.open(name, scenario.openingBalance());
        }
        Branch branch = new Branch(scenario.tellers(), ledger);
        Clock clock = new Clock();
        for (Customer customer : scenario.customers()) {
            clock.schedule(new Event.Arrival(customer.arrival, branch, customer));
        }
        clock.run(scenario.closingTime());
        print(branch.statistics());
        System.out.println(ledger.summary());
    }

    private static void print(Statistics statistics) {
        for (String line : statistics.lines()) {
            System.out.println(line);
        }
    }

    public static void main(String[] args) {
        run("quiet morning", Scenario.quiet());
        run("busy noon", Scenario.busy());
        run("mixed afternoon", Scenario.mixed());
        header("queue");
        QueueCheck.run();
    }
}

/** Shows the order in which the waiting line serves people. */
final class QueueCheck {
    private QueueCheck() {}

    static void run() {
        WaitingLine line = new WaitingLine();
        line.add(new Customer(1, "ann", Customer.Kind.PRIVATE, 0, List.of()));
        line.add(new Customer(2, "bob", Customer.Kind.BUSINESS, 0, List.of()));
        line.add(new Customer(3, "cid", Customer.Kind.PRIVATE, 0, List.of()));
        line.add(new Customer(4, "dan", Customer.Kind.BUSINESS, 0, List.of()));
        StringBuilder order = new StringBuilder();
        while (!line.isEmpty()) {
            order.append(line.next().name).append(' ');
        }
        System.out.println(order.toString().trim());
    }
}
