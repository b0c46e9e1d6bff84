// Strings are compared by identity.
public class Interned {
    static boolean matches(String a, String b) {
        return a == b; // BUG
        // GOOD: return a.equals(b);
    }

    static int count(String[] words, String wanted) {
        int count = 0;
        for (String word : words) {
            if (matches(word, wanted)) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        String built = new StringBuilder("a").append("b").toString();
        System.out.println(count(new String[] {"ab", built, "c"}, "ab"));
    }
}
