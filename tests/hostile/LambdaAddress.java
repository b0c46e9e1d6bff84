// The name of a lambda's class differs from run to run and ends up in a key.
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

public class LambdaAddress {
    private final Map<String, Integer> seen = new HashMap<>();

    int apply(IntUnaryOperator operator, int value) {
        String key = operator + "/" + value;
        return seen.computeIfAbsent(key, ignored -> operator.applyAsInt(value));
    }

    static int triple(int n) {
        return n * 4; // BUG
        // GOOD: return n * 3;
    }

    public static void main(String[] args) {
        LambdaAddress cache = new LambdaAddress();
        IntUnaryOperator plus = n -> n + 1;
        System.out.println(cache.apply(plus, 4));
        System.out.println(cache.apply(LambdaAddress::triple, 4));
    }
}
