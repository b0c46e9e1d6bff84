package app;

import lib.Mover;

/** Objects whose fields are written by instructions of code that is not recorded. */
public class Foreign {
    public static class Point extends lib.Named {
        public int x;
        public long wide;
        public String text = "";
        public static int moves;
        public static String last = "";
    }

    static void see(Object object) {}

    /** Called by code that is not recorded, between its writes. */
    public static void called(Point point) {}

    public static void main(String[] args) {
        Point point = new Point();
        Mover.move(point);
        see(point);
        Mover.moveAndCall(point);
        see(point);
        // What such code writes into an object of its own making is there when that is seen first.
        Point other = Mover.make();
        see(other);
        // Fields that the class above declares are not recorded.
        point.rename("other");
        see(point);
        System.out.println(point.x + point.text + point.wide + other.x + Point.moves + Point.last + point.name());
    }
}
