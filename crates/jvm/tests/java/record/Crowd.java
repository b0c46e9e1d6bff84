import java.lang.reflect.Array;
import java.util.TreeSet;

/** Shows the recorder thousands of classes between two changes of a collection. */
public class Crowd {
    private static final Class<?>[] ELEMENTS = {
        boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class,
        Object.class, String.class, Integer.class, Long.class, Short.class, Byte.class, Character.class, Boolean.class,
        Float.class, Double.class, Number.class, Thread.class, Runnable.class, Comparable.class, Iterable.class, Crowd.class
    };

    static void see(Object object) {}

    static void add(TreeSet<Integer> set, int element) {
        set.add(element);
    }

    public static void main(String[] args) {
        TreeSet<Integer> set = new TreeSet<>();
        add(set, 0);
        for (int round = 1; round <= 20; round++) {
            for (Class<?> element : ELEMENTS) {
                Class<?> type = element;
                for (int depth = 12 * (round - 1); depth < 12 * round; depth++) {
                    Object array = Array.newInstance(type, new int[depth + 1]);
                    see(array);
                }
            }
            add(set, round);
        }
        System.out.println(set.size());
    }
}
