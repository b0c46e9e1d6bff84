import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Classes whose objects are told of in more than one way: as an ancestor and as themselves, bound and unbound. */
public class Shapes {
    static class Ticket extends AtomicLong {
        Ticket(long first) {
            super(first);
        }
    }

    static class Label extends AtomicReference<String> {}

    record Name(String text) {
        boolean before(Name other) {
            return text.compareTo(other.text) < 0;
        }
    }

    static long draw(Ticket ticket, AtomicLong plain) {
        return ticket.incrementAndGet() + plain.addAndGet(10);
    }

    static String relabel(Label label, AtomicReference<String> plain, String text) {
        label.set(text);
        plain.set(text);
        return label.get() + plain.get();
    }

    static boolean unbound(BiPredicate<Name, Name> test, Name one, Name other) {
        return test.test(one, other);
    }

    static boolean bound(Predicate<Name> test, Name other) {
        return test.test(other);
    }

    static <T> T least(List<T> all, Comparator<T> order) {
        T least = all.get(0);
        for (T next : all) {
            least = order.compare(next, least) < 0 ? next : least;
        }
        return least;
    }

    public static void main(String[] args) {
        Ticket ticket = new Ticket(1);
        AtomicLong plain = new AtomicLong(5);
        for (int i = 0; i < 4; i++) {
            System.out.println(draw(ticket, plain));
        }
        System.out.println(relabel(new Label(), new AtomicReference<>("old"), "new"));
        Name a = new Name("a");
        Name b = new Name("b");
        System.out.println(unbound(Name::before, a, b));
        System.out.println(bound(b::before, a));
        System.out.println(unbound(Name::before, b, a));
        System.out.println(least(new ArrayList<>(List.of("pear", "fig")), Comparator.naturalOrder()));
        System.out.println(least(new ArrayList<>(List.of("pear", "fig")), String::compareTo));
    }
}
