// A getter that returns the wrong field.
public class Getter {
    static class Point {
        private final int x;
        private final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        int getX() {
            return x;
        }

        int getY() {
            return x; // BUG
            // GOOD: return y;
        }
    }

    static int distance(Point a, Point b) {
        return Math.abs(a.getX() - b.getX()) + Math.abs(a.getY() - b.getY());
    }

    public static void main(String[] args) {
        System.out.println(distance(new Point(1, 2), new Point(4, 9)));
    }
}
