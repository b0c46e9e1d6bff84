// An anonymous comparator is wrong; the sort is innocent.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class AnonymousClass {
    static final Comparator<String> BY_LENGTH = new Comparator<String>() {
        @Override
        public int compare(String a, String b) {
            return b.length() - a.length(); // BUG
            // GOOD: return a.length() - b.length();
        }
    };

    static List<String> sorted(List<String> words) {
        List<String> copy = new ArrayList<>(words);
        copy.sort(BY_LENGTH);
        return copy;
    }

    static String first(List<String> words) {
        return sorted(words).get(0);
    }

    public static void main(String[] args) {
        System.out.println(first(List.of("three", "of", "all")));
    }
}
