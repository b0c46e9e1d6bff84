import java.util.LinkedHashMap;
import java.util.Map;

/** Values that everyday programs pass around, one call for each. */
public class Everyday {
    record Circle(int radius) {}

    enum Size { SMALL, LARGE }

    final Map<Class<?>, String> names = new LinkedHashMap<>();

    void register(Class<?> type, String name) {
        names.put(type, name);
    }

    String describe(Object shape) {
        return names.get(shape.getClass()) + " " + shape;
    }

    static double smallest(double limit) {
        return Math.min(limit, Double.MIN_VALUE);
    }

    public static void main(String[] args) {
        Everyday everyday = new Everyday();
        // Both classes are named before there is an object of them.
        everyday.register(Circle.class, "circle");
        everyday.register(Size.class, "size");
        System.out.println(everyday.describe(new Circle(3)));
        System.out.println(everyday.describe(Size.LARGE));
        System.out.println(smallest(1e20));
    }
}
