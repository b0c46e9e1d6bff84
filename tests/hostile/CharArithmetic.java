// A cipher that forgets capital letters.
public class CharArithmetic {
    static char shift(char c) {
        if (c >= 'a' && c <= 'z') {
            return (char) ('a' + (c - 'a' + 13) % 26);
        }
        if (c >= 'A' && c <= 'Z') {
            return (char) ('A' + (c - 'A' + 12) % 26); // BUG
            // GOOD: return (char) ('A' + (c - 'A' + 13) % 26);
        }
        return c;
    }

    static String rot(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(shift(c));
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(rot("Hi you"));
    }
}
