import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

public class Main {
    int offset = 5;

    int use(IntUnaryOperator operator, int n) {
        return operator.applyAsInt(n);
    }

    int run(int factor) {
        int scaled = use(n -> n * factor, 3);
        int moved = use(n -> {
            int result = n + offset;
            return result;
        }, scaled);
        IntFunction<IntUnaryOperator> curry = a -> b -> a - b;
        return curry.apply(moved).applyAsInt(1);
    }

    public static void main(String[] args) {
        System.out.println(new Main().run(2));
    }
}
