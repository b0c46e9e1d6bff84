import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** Shows the recorder thousands of classes between two changes of collections. */
public class Crowd {
    private static final Class<?>[] ELEMENTS = {
        boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class,
        Object.class, String.class, Integer.class, Long.class, Short.class, Byte.class, Character.class, Boolean.class,
        Float.class, Double.class, Number.class, Thread.class, Runnable.class, Comparable.class, Iterable.class, Crowd.class
    };

    static void see(Object object) {}

    static void add(Collection<Integer> collection, int element) {
        collection.add(element);
    }

    public static void main(String[] args) {
        List<Collection<Integer>> all =
                List.of(new ArrayList<>(), new LinkedList<>(), new HashSet<>(), new TreeSet<>(), new PriorityQueue<>());
        all.forEach(collection -> add(collection, 1));
        for (Class<?> element : ELEMENTS) {
            for (int depth = 1; depth <= 240; depth++) {
                see(Array.newInstance(element, new int[depth]));
            }
        }
        all.forEach(collection -> add(collection, 2));
        int size = 0;
        for (Collection<Integer> collection : all) {
            size += collection.size();
        }
        System.out.println(size);
    }
}
