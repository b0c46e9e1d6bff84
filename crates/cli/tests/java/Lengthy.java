import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Collections of which nobody reads every element, and calls that change one place of them. */
public class Lengthy {
    static final class Counter {
        int count;
    }

    static void mark(boolean[] sieve, int at) {
        sieve[at] = true;
    }

    static void append(List<Integer> numbers, int number) {
        numbers.add(number);
    }

    static void replace(List<Integer> numbers, int at) {
        numbers.set(at, -1);
    }

    static void removeFirst(List<Integer> numbers) {
        numbers.remove(0);
    }

    static void put(Map<Integer, String> names, int key) {
        names.put(key, "name " + key);
    }

    static void add(Set<String> words, String word) {
        words.add(word);
    }

    static void count(List<Counter> counters, int at) {
        counters.get(at).count++;
    }

    static int look(List<Counter> counters, int[] found) {
        found[0] = counters.size();
        return found[0];
    }

    public static void main(String[] arguments) {
        int many = 3000;
        mark(new boolean[5000], many);
        List<Integer> numbers = new ArrayList<>();
        Map<Integer, String> names = new HashMap<>();
        Set<String> words = new TreeSet<>();
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            numbers.add(i);
            names.put(i, "x");
            words.add("word " + i);
            counters.add(new Counter());
        }
        append(numbers, 77);
        replace(numbers, 2500);
        removeFirst(numbers);
        put(names, 2999);
        add(words, "zebra");
        count(counters, 2900);
        look(counters, new int[1]);
    }
}
