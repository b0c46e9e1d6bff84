// A final atomic that one method counts wrongly and another one reads.
import java.util.concurrent.atomic.AtomicInteger;

public class StaticAtomic {
    private static final AtomicInteger VISITS = new AtomicInteger();

    static void visit(int persons) {
        VISITS.addAndGet(persons + 1); // BUG
        // GOOD: VISITS.addAndGet(persons);
    }

    static void leave() {
        VISITS.decrementAndGet();
    }

    static String report() {
        return VISITS.get() + " inside";
    }

    public static void main(String[] args) {
        visit(3);
        leave();
        visit(2);
        System.out.println(report());
    }
}
