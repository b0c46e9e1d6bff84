// Sealed types and records: the area of an ellipse is that of its box.
import java.util.ArrayList;
import java.util.List;

public class Shapes {
    sealed interface Shape permits Circle, Box, Ellipse, Group {}

    record Point(double x, double y) {}

    record Circle(Point centre, double radius) implements Shape {}

    record Box(Point corner, double width, double height) implements Shape {}

    record Ellipse(Point centre, double a, double b) implements Shape {}

    record Group(String name, List<Shape> parts) implements Shape {}

    static double area(Shape shape) {
        if (shape instanceof Circle c) {
            return Math.PI * c.radius() * c.radius();
        } else if (shape instanceof Box b) {
            return b.width() * b.height();
        } else if (shape instanceof Ellipse e) {
            return 4 * e.a() * e.b(); // BUG
            // GOOD: return Math.PI * e.a() * e.b();
        } else if (shape instanceof Group g) {
            return sum(g.parts());
        }
        throw new IllegalArgumentException(String.valueOf(shape));
    }

    static double sum(List<Shape> shapes) {
        double sum = 0;
        for (Shape shape : shapes) {
            sum += area(shape);
        }
        return sum;
    }

    static Shape scaled(Shape shape, double by) {
        if (shape instanceof Circle c) {
            return new Circle(c.centre(), c.radius() * by);
        } else if (shape instanceof Box b) {
            return new Box(b.corner(), b.width() * by, b.height() * by);
        } else if (shape instanceof Ellipse e) {
            return new Ellipse(e.centre(), e.a() * by, e.b() * by);
        } else if (shape instanceof Group g) {
            List<Shape> parts = new ArrayList<>();
            for (Shape part : g.parts()) {
                parts.add(scaled(part, by));
            }
            return new Group(g.name(), parts);
        }
        throw new IllegalArgumentException(String.valueOf(shape));
    }

    public static void main(String[] args) {
        Shape lamp = new Group("lamp", List.of(
                new Circle(new Point(0, 0), 1),
                new Ellipse(new Point(0, 3), 2, 0.5),
                new Box(new Point(-1, 4), 2, 3)));
        Shape large = scaled(lamp, 2);
        System.out.printf("%.2f %.2f%n", area(lamp), area(large));
    }
}
