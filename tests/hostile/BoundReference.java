// Bound and unbound references to one method in one expression.
import java.util.function.BiPredicate;
import java.util.function.Predicate;

public class BoundReference {
    static class Name {
        final String text;

        Name(String text) {
            this.text = text;
        }

        boolean before(Name other) {
            return text.compareTo(other.text) <= 0; // BUG
            // GOOD: return text.compareTo(other.text) < 0;
        }
    }

    static int count(Name pivot, Name[] names) {
        Predicate<Name> bound = pivot::before;
        BiPredicate<Name, Name> unbound = Name::before;
        int count = 0;
        for (Name name : names) {
            if (bound.test(name) || unbound.test(name, pivot)) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        Name pivot = new Name("m");
        System.out.println(count(pivot, new Name[] {new Name("a"), new Name("m"), new Name("z")}));
    }
}
