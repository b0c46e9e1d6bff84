// A default method of an interface is wrong.
public class DefaultMethod {
    interface Shape {
        double area();

        default double scaled(double factor) {
            return area() * factor; // BUG
            // GOOD: return area() * factor * factor;
        }
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    public static void main(String[] args) {
        Shape shape = new Square(2);
        System.out.println(shape.area() + " " + shape.scaled(3));
    }
}
