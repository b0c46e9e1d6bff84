// A nested record pattern takes the wrong component.
// Java 21
public class RecordPattern {
    record Point(int x, int y) {}

    record Line(Point from, Point to) {}

    static int width(Object shape) {
        if (shape instanceof Line(Point(int a, int b), Point(int c, int d))) {
            return Math.abs(a - d); // BUG
            // GOOD: return Math.abs(a - c);
        }
        return 0;
    }

    static int total(Object... shapes) {
        int total = 0;
        for (Object shape : shapes) {
            total += width(shape);
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(total("no", new Line(new Point(1, 2), new Point(5, 9))));
    }
}
