import java.util.ArrayList;
import java.util.List;

/** The tellers, the waiting line and what happens between them. */
final class Branch {
    private final List<Teller> tellers = new ArrayList<>();
    private final WaitingLine line = new WaitingLine();
    private final Statistics statistics = new Statistics();
    private final Ledger ledger;

    Branch(int[] percentages, Ledger ledger) {
        for (int i = 0; i < percentages.length; i++) {
            tellers.add(new Teller(i + 1, percentages[i]));
        }
        this.ledger = ledger;
    }

    void arrive(Clock clock, Customer customer) {
        statistics.arrived(customer);
        Teller free = freeTeller();
        if (free != null && line.isEmpty()) {
            serve(clock, free, customer);
        } else {
            line.add(customer);
        }
    }

    private Teller freeTeller() {
        Teller best = null;
        for (Teller teller : tellers) {
            if (teller.isFree() && (best == null || teller.served() < best.served())) {
                best = teller;
            }
        }
        return best;
    }

    private void serve(Clock clock, Teller teller, Customer customer) {
        statistics.waited(customer, clock.now() - customer.arrival);
        int minutes = teller.begin(customer, clock.now());
        clock.schedule(new Event.Finished(clock.now() + minutes, this, teller));
    }

    void finish(Clock clock, Teller teller) {
        Customer customer = teller.end(clock.now());
        int done = 0;
        for (Task task : customer.tasks) {
            if (task.execute(ledger)) {
                done++;
            }
        }
        statistics.left(customer, done);
        if (!line.isEmpty()) {
            serve(clock, teller, line.next());
        }
    }

    Statistics statistics() {
        statistics.close(tellers, line.longest(), line.size());
        return statistics;
    }
}
