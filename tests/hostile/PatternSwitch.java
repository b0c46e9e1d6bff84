// A guard of a pattern in a switch is wrong.
// Java 21
public class PatternSwitch {
    sealed interface Shape permits Circle, Box {}

    record Circle(int radius) implements Shape {}

    record Box(int width, int height) implements Shape {}

    static String size(Shape shape) {
        return switch (shape) {
            case Circle c when c.radius() > 10 -> "large";
            case Circle c -> "small";
            case Box(int w, int h) when w + h > 50 -> "large"; // BUG
            // GOOD: case Box(int w, int h) when w * h > 50 -> "large";
            case Box b -> "small";
        };
    }

    static int large(Shape... shapes) {
        int count = 0;
        for (Shape shape : shapes) {
            if (size(shape).equals("large")) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(large(new Circle(3), new Box(10, 10), new Box(2, 3)));
    }
}
