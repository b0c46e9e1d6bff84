// Boxed numbers are compared by identity.
public class Boxing {
    static boolean same(Integer a, Integer b) {
        return a == b; // BUG
        // GOOD: return a.equals(b);
    }

    static int pairs(Integer[] numbers) {
        int pairs = 0;
        for (int i = 1; i < numbers.length; i++) {
            if (same(numbers[i - 1], numbers[i])) {
                pairs++;
            }
        }
        return pairs;
    }

    public static void main(String[] args) {
        System.out.println(pairs(new Integer[] {7, 7, 1000, 1000}));
    }
}
