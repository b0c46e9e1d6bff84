// A least recently used cache drops the wrong entry.
import java.util.LinkedHashMap;
import java.util.Map;

public class Cache {
    static class Recent extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, false); // BUG
            // GOOD: super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
        }
    }

    static String keys(Recent cache) {
        cache.put("a", 1);
        cache.put("b", 2);
        cache.get("a");
        cache.put("c", 3);
        return cache.keySet().toString();
    }

    public static void main(String[] args) {
        System.out.println(keys(new Recent()));
    }
}
