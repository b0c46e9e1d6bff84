public class Main {
    static class Shape {
        int sides = 1;
        String name;

        {
            name = "shape";
        }

        Shape() {
            this(2);
            sides++;
        }

        Shape(int sides) {
            this.sides = sides;
        }
    }

    static class Square extends Shape {
        int edge = twice(3);

        Square() {
            super();
            name = "square";
        }

        static int twice(int n) {
            return 2 * n;
        }
    }

    static class Plain {
        boolean on = true;
    }

    public static void main(String[] args) {
        Square square = new Square();
        System.out.println(square.name + square.sides + square.edge + new Plain().on);
    }
}
