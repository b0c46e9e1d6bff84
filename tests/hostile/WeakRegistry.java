// A registry with weak keys is filled by one routine and read by innocent ones.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

public class WeakRegistry {
    private final Map<Object, Integer> ranks = new WeakHashMap<>();
    private final List<Object> kept = new ArrayList<>();

    Object register(String name, int rank) {
        Object key = new String(name);
        kept.add(key);
        ranks.put(key, ranks.size()); // BUG
        // GOOD: ranks.put(key, rank);
        return key;
    }

    int rank(Object key) {
        return ranks.getOrDefault(key, -1);
    }

    int best() {
        int best = Integer.MAX_VALUE;
        for (Object key : kept) {
            best = Math.min(best, rank(key));
        }
        return best;
    }

    public static void main(String[] args) {
        WeakRegistry registry = new WeakRegistry();
        registry.register("x", 7);
        registry.register("y", 3);
        System.out.println(registry.best());
    }
}
