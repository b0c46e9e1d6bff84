// A loop throws another exception than it should: the constructor around it is innocent.
public class LoopThrows {
    static class Checked {
        private final int[] lengths;

        Checked(String[] words) {
            lengths = new int[words.length];
            for (int i = 0; i < words.length; i++) {
                if (words[i] == null && words[i].isEmpty()) { // BUG
                // GOOD: if (words[i] == null || words[i].isEmpty()) {
                    throw new IllegalArgumentException("word " + i + " is missing");
                }
                lengths[i] = words[i].length();
            }
        }
    }

    static String check(String[] words) {
        try {
            return "" + new Checked(words).lengths.length;
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        System.out.println(check(new String[] {"a", "bc"}));
        System.out.println(check(new String[] {"a", null}));
    }
}
