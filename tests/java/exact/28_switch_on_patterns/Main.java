public class Main {
    sealed interface Shape permits Circle, Box {}

    record Circle(int radius) implements Shape {}

    record Box(int width, int height) implements Shape {}

    static int area(Shape shape) {
        return switch (shape) {
            case Circle circle when big(circle) -> -1;
            case Circle(int radius) -> 3 * radius * radius;
            case Box(int width, int height) -> width * height;
        };
    }

    static boolean big(Circle circle) {
        return circle.radius() > 10;
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)) + " " + area(new Box(2, 3)) + " " + area(new Circle(11)));
    }
}
