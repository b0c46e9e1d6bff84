// The wrong one of two methods is referred to.
import java.util.function.BinaryOperator;

public class MethodReference {
    static int larger(int a, int b) {
        return a > b ? a : b;
    }

    static int smaller(int a, int b) {
        return a < b ? a : b;
    }

    static int reduce(int[] numbers, BinaryOperator<Integer> operator) {
        int result = numbers[0];
        for (int i = 1; i < numbers.length; i++) {
            result = operator.apply(result, numbers[i]);
        }
        return result;
    }

    static int maximum(int[] numbers) {
        return reduce(numbers, MethodReference::smaller); // BUG
        // GOOD: return reduce(numbers, MethodReference::larger);
    }

    public static void main(String[] args) {
        System.out.println(maximum(new int[] {3, 9, 4}));
    }
}
