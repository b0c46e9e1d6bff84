import java.util.ArrayList;
import java.util.List;

/** All orders of some letters, by trying and taking back. */
public class Permutations {
    private final char[] letters;
    private final boolean[] used;
    private final StringBuilder current = new StringBuilder();
    private final List<String> found = new ArrayList<>();

    Permutations(String letters) {
        this.letters = letters.toCharArray();
        this.used = new boolean[letters.length()];
    }

    List<String> all() {
        extend();
        return found;
    }

    private void extend() {
        if (current.length() == letters.length) {
            found.add(current.toString());
            return;
        }
        for (int i = 0; i < letters.length; i++) {
            if (used[i]) {
                continue;
            }
            used[i] = true;
            current.append(letters[i]);
            extend();
            current.setLength(current.length() - 1);
            used[i] = false;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Permutations("abc").all());
        System.out.println(new Permutations("xy").all().size());
    }
}
