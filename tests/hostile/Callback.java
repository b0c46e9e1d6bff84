// Code of the library calls back into a comparator that is wrong for one pair.
import java.util.Arrays;

public class Callback {
    static int compare(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() - b.length();
        }
        return b.charAt(0) - a.charAt(0); // BUG
        // GOOD: return a.charAt(0) - b.charAt(0);
    }

    static String[] sorted(String... words) {
        String[] copy = words.clone();
        Arrays.sort(copy, Callback::compare);
        return copy;
    }

    static String first(String... words) {
        return sorted(words)[0];
    }

    public static void main(String[] args) {
        System.out.println(first("pear", "apple", "fig"));
    }
}
