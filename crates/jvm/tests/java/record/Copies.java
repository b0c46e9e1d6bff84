import java.util.ArrayList;
import java.util.GregorianCalendar;

/** Objects that are copied by Object.clone, by recorded classes, collections and classes of the JDK. */
public class Copies {
    static class Point implements Cloneable {
        int x;
        Point next;

        Point(int x) { this.x = x; }

        @Override public Point clone() throws CloneNotSupportedException { return (Point) super.clone(); }
    }

    static class Day extends GregorianCalendar {
        int number = 1;
    }

    static boolean same(Object one, Object other) { return one == other; }

    public static void main(String[] args) throws Exception {
        Point point = new Point(1);
        Point copy = point.clone();
        copy.x = 2;
        same(point, copy);
        ArrayList<Object> list = new ArrayList<>();
        list.add("a");
        same(list, list);
        ArrayList<?> second = (ArrayList<?>) list.clone();
        list.add("b");
        same(list, second);
        Day day = new Day();
        Day later = (Day) day.clone();
        later.number = 2;
        same(day, later);
        System.out.println(point.x + " " + copy.x + " " + list + second + day.number + later.number);
    }
}
