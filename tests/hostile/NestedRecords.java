// Generic records are taken apart by nested patterns, and one case binds the wrong component.
// Java 21
import java.util.List;

public class NestedRecords {
    sealed interface Shape<T> permits Leaf, Pair {}

    record Leaf<T>(T value) implements Shape<T> {}

    record Pair<T>(Shape<T> left, Shape<T> right) implements Shape<T> {}

    static int sum(Shape<Integer> shape) {
        return switch (shape) {
            case Leaf<Integer>(Integer value) when value < 0 -> 0;
            case Leaf<Integer>(var value) -> value;
            case Pair<Integer>(Leaf<Integer>(var a), Leaf<Integer>(var b)) -> a + a; // BUG
            // GOOD: case Pair<Integer>(Leaf<Integer>(var a), Leaf<Integer>(var b)) -> a + b;
            case Pair<Integer>(var left, var right) -> sum(left) + sum(right);
        };
    }

    static <T> int depth(Shape<T> shape) {
        if (shape instanceof Pair<T>(Shape<T> left, Shape<T> right)) {
            return 1 + Math.max(depth(left), depth(right));
        }
        return 0;
    }

    public static void main(String[] args) {
        Shape<Integer> inner = new Pair<>(new Leaf<>(3), new Leaf<>(4));
        Shape<Integer> outer = new Pair<>(inner, new Leaf<>(-5));
        int total = 0;
        for (Shape<Integer> shape : List.of(inner, outer)) {
            total += sum(shape) * (1 + depth(shape));
        }
        System.out.println(total);
    }
}
