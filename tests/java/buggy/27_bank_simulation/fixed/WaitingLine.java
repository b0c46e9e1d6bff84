import java.util.ArrayDeque;
import java.util.Deque;

/** Two queues: after each business customer a private one is served, if both wait. */
final class WaitingLine {
    private final Deque<Customer> business = new ArrayDeque<>();
    private final Deque<Customer> personal = new ArrayDeque<>();
    private boolean businessWasLast;
    private int longest;

    void add(Customer customer) {
        if (customer.kind == Customer.Kind.BUSINESS) {
            business.addLast(customer);
        } else {
            personal.addLast(customer);
        }
        longest = Math.max(longest, size());
    }

    boolean isEmpty() {
        return business.isEmpty() && personal.isEmpty();
    }

    int size() {
        return business.size() + personal.size();
    }

    int longest() {
        return longest;
    }

    Customer next() {
        boolean fromBusiness = personal.isEmpty() || !businessWasLast && !business.isEmpty();
        businessWasLast = fromBusiness;
        return fromBusiness ? business.pollFirst() : personal.pollFirst();
    }
}
