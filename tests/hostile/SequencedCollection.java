// The last element of a sequenced collection is taken instead of the first.
// Java 21
import java.util.ArrayList;
import java.util.List;

public class SequencedCollection {
    static String oldest(List<String> names) {
        return names.getLast(); // BUG
        // GOOD: return names.getFirst();
    }

    static List<String> arrive(String... names) {
        List<String> all = new ArrayList<>();
        for (String name : names) {
            all.addLast(name);
        }
        return all;
    }

    public static void main(String[] args) {
        System.out.println(oldest(arrive("a", "b", "c")));
    }
}
