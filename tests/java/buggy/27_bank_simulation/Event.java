/** Something that happens at a certain minute. */
abstract class Event implements Comparable<Event> {
    final int time;
    int sequence;

    Event(int time) {
        this.time = time;
    }

    abstract void happen(Clock clock);

    @Override
    public int compareTo(Event other) {
        if (time != other.time) {
            return Integer.compare(time, other.time);
        }
        return Integer.compare(sequence, other.sequence);
    }

    /** A customer comes through the door. */
    static final class Arrival extends Event {
        private final Branch branch;
        private final Customer customer;

        Arrival(int time, Branch branch, Customer customer) {
            super(time);
            this.branch = branch;
            this.customer = customer;
        }

        @Override
        void happen(Clock clock) {
            branch.arrive(clock, customer);
        }
    }

    /** A teller has finished with a customer. */
    static final class Finished extends Event {
        private final Branch branch;
        private final Teller teller;

        Finished(int time, Branch branch, Teller teller) {
            super(time);
            this.branch = branch;
            this.teller = teller;
        }

        @Override
        void happen(Clock clock) {
            branch.finish(clock, teller);
        }
    }
}
