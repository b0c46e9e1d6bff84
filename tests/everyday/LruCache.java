// A cache on LinkedHashMap that should forget what was used longest ago, and forgets what was put in first.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class LruCache {
    static class Cache extends LinkedHashMap<String, Integer> {
        private final int capacity;

        Cache(int capacity) {
            super(16, 0.75f, false); // BUG
            // GOOD: super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > capacity;
        }
    }

    static class Prices {
        private final Cache cache = new Cache(3);
        final List<String> asked = new ArrayList<>();

        int of(String article) {
            Integer known = cache.get(article);
            if (known != null) {
                return known;
            }
            int price = askSupplier(article);
            cache.put(article, price);
            return price;
        }

        private int askSupplier(String article) {
            asked.add(article);
            return article.length() * 10;
        }
    }

    public static void main(String[] args) {
        Prices prices = new Prices();
        int total = 0;
        for (String article : "bolt nut saw bolt drill bolt nut".split(" ")) {
            total += prices.of(article);
        }
        System.out.println(total + " " + prices.asked);
    }
}
