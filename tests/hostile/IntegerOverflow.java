// An int overflows in the middle of a computation.
public class IntegerOverflow {
    static long average(int a, int b) {
        return (a + b) / 2; // BUG
        // GOOD: return ((long) a + b) / 2;
    }

    static boolean between(int low, int high, long value) {
        return low <= value && value <= high;
    }

    public static void main(String[] args) {
        System.out.println(between(1, 9, average(2, 6)));
        System.out.println(between(2_000_000_000, 2_100_000_000, average(2_000_000_000, 2_100_000_000)));
    }
}
