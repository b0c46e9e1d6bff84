// A cache keeps what it should have computed again.
import java.util.HashMap;
import java.util.Map;

public class Memo {
    private final Map<Integer, Long> known = new HashMap<>();

    long fib(int n) {
        if (n < 2) {
            return n;
        }
        Long cached = known.get(n / 2); // BUG
        // GOOD: Long cached = known.get(n);
        if (cached != null) {
            return cached;
        }
        long value = fib(n - 1) + fib(n - 2);
        known.put(n, value);
        return value;
    }

    public static void main(String[] args) {
        System.out.println(new Memo().fib(6));
    }
}
