// Two static fields in the wrong order: the first is computed from the second before that is set.
public class InitialiserOrder {
    static class Limits {
        static int base;
        static final int LOWER = base * 2; // BUG
        // GOOD: static final int LOWER = Integer.parseInt("7") * 2;

        static {
            base = 7;
        }

        static boolean allows(int n) {
            return n >= LOWER;
        }
    }

    static int count(int[] numbers) {
        int count = 0;
        for (int n : numbers) {
            if (Limits.allows(n)) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(count(new int[] {3, 20, 13, 15}));
    }
}
