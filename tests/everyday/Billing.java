// Subscriptions billed by Period: the free month is counted twice for those who change their plan.
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public class Billing {
    enum Plan {
        BASIC(900), PRO(2400);

        final int cents;

        Plan(int cents) {
            this.cents = cents;
        }
    }

    record Phase(Plan plan, LocalDate from, Optional<LocalDate> until) {}

    static class Subscription {
        final String customer;
        final List<Phase> phases = new ArrayList<>();

        Subscription(String customer, Plan plan, LocalDate from) {
            this.customer = customer;
            phases.add(new Phase(plan, from, Optional.empty()));
        }

        void change(Plan plan, LocalDate from) {
            Phase last = phases.remove(phases.size() - 1);
            phases.add(new Phase(last.plan(), last.from(), Optional.of(from)));
            phases.add(new Phase(plan, from, Optional.empty()));
        }

        int due(LocalDate day) {
            int cents = 0;
            for (Phase phase : phases) {
                cents += months(phase, day) * phase.plan().cents;
            }
            return cents - freeMonth();
        }

        private int months(Phase phase, LocalDate day) {
            LocalDate end = phase.until().orElse(day);
            return (int) ChronoUnit.MONTHS.between(phase.from(), end);
        }

        private int freeMonth() {
            int free = 0;
            for (Phase phase : phases) {
                free += phase.plan().cents; // BUG
                // GOOD: free = free == 0 ? phase.plan().cents : free;
            }
            return free;
        }
    }

    public static void main(String[] args) {
        Subscription mia = new Subscription("Mia", Plan.BASIC, LocalDate.of(2026, 1, 15));
        Subscription jon = new Subscription("Jon", Plan.BASIC, LocalDate.of(2026, 2, 1));
        mia.change(Plan.PRO, LocalDate.of(2026, 4, 15));
        LocalDate day = LocalDate.of(2026, 7, 15);
        System.out.println(jon.due(day) + " " + mia.due(day));
    }
}
