// An exception ends the run.
public class Uncaught {
    static int index(String[] words, String word) {
        for (int i = 0; i <= words.length; i++) { // BUG
        // GOOD: for (int i = 0; i < words.length; i++) {
            if (words[i].equals(word)) {
                return i;
            }
        }
        return -1;
    }

    static boolean knows(String word) {
        return index(new String[] {"a", "b"}, word) >= 0;
    }

    public static void main(String[] args) {
        System.out.println(knows("b"));
        System.out.println(knows("c"));
    }
}
