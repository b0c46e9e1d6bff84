import java.util.function.IntUnaryOperator;

public class Modern {
    record Point(int x, int y) {
        Point {
            if (x < 0)
                throw new IllegalArgumentException();
        }

        int sum() {
            return x + y;
        }
    }

    enum Colour {
        RED, GREEN;

        Colour next() {
            return values()[(ordinal() + 1) % 2];
        }
    }

    interface Shape {
        int size();

        default int twice() {
            return 2 * size();
        }

        static Shape of(int n) {
            return () -> n;
        }
    }

    static int describe(Object o) {
        if (o instanceof Point p && p.x() > 0)
            return p.sum();
        return switch (o.toString()) {
            case "RED" -> 1;
            default -> {
                int n = o.toString().length();
                yield n;
            }
        };
    }

    static abstract class Node<T> {
        abstract T get();
    }

    static class Leaf extends Node<String> {
        String get() {
            return "leaf";
        }
    }

    public static void main(String[] args) {
        describe(new Point(1, 2));
        describe(Colour.RED.next());
        Shape.of(4).twice();
        IntUnaryOperator add = v -> v + args.length;
        add.applyAsInt(3);
        Node<String> node = new Leaf();
        node.get();
    }
}
