// A subclass of an atomic beside a plain one.
import java.util.concurrent.atomic.AtomicLong;

public class SubclassOfAtomic {
    static class Ticket extends AtomicLong {
        private static final long serialVersionUID = 1;

        long draw() {
            return addAndGet(2); // BUG
            // GOOD: return incrementAndGet();
        }
    }

    static long drawAll(Ticket ticket, AtomicLong served, int count) {
        long last = 0;
        for (int i = 0; i < count; i++) {
            last = ticket.draw();
            served.incrementAndGet();
        }
        return last;
    }

    public static void main(String[] args) {
        AtomicLong served = new AtomicLong();
        System.out.println(drawAll(new Ticket(), served, 4) + " " + served);
    }
}
