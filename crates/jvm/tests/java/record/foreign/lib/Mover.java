package lib;

import app.Foreign;
import app.Foreign.Point;

/** Code that is not recorded but knows the fields of what is. */
public class Mover {
    public static void move(Point point) {
        point.x = 1;
        point.wide = 1L << 40;
        point.text = "moved";
        Point.moves++;
    }

    public static void moveAndCall(Point point) {
        point.x = 2;
        Point.last = "second";
        Foreign.called(point);
        point.x += 1;
    }

    public static Point make() {
        Point point = new Point();
        point.x = 7;
        return point;
    }
}
