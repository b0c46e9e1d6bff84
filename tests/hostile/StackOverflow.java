// A recursion that misses its end.
public class StackOverflow {
    static int depth(int n) {
        if (n == 1) { // BUG
        // GOOD: if (n <= 1) {
            return 1;
        }
        return 1 + depth(n / 2);
    }

    static String describe(int n) {
        return "depth " + depth(n);
    }

    public static void main(String[] args) {
        System.out.println(describe(8));
        System.out.println(describe(0));
    }
}
