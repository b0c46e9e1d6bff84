// A key is written in another case than it is read.
import java.util.HashMap;
import java.util.Map;

public class NullFromMap {
    private final Map<String, Integer> ages = new HashMap<>();

    void add(String name, int age) {
        ages.put(name, age); // BUG
        // GOOD: ages.put(name.toLowerCase(), age);
    }

    int age(String name) {
        return ages.get(name.toLowerCase());
    }

    public static void main(String[] args) {
        NullFromMap people = new NullFromMap();
        people.add("ann", 30);
        people.add("Bob", 40);
        System.out.println(people.age("ann") + people.age("Bob"));
    }
}
