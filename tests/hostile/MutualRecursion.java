// Two routines call each other, and one of them is wrong at its end.
public class MutualRecursion {
    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n == 1 || even(n - 1); // BUG
        // GOOD: return n != 0 && even(n - 1);
    }

    static int count(int limit) {
        int count = 0;
        for (int i = 0; i < limit; i++) {
            if (odd(i)) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        try {
            System.out.println(count(5));
        } catch (StackOverflowError e) {
            System.out.println("overflow");
        }
    }
}
