// A cache with weak keys is filled under the wrong key.
import java.util.Map;
import java.util.WeakHashMap;

public class WeakCache {
    private final Map<Object, Integer> sizes = new WeakHashMap<>();

    int size(String key, String text) {
        sizes.put(key, text.length() + key.length()); // BUG
        // GOOD: sizes.put(key, text.length());
        return sizes.get(key);
    }

    public static void main(String[] args) {
        WeakCache cache = new WeakCache();
        System.out.println(cache.size("k", "hello"));
    }
}
