import java.util.HashMap;
import java.util.Map;

/** A cache that forgets what was not used for the longest time. */
public class Caching {
    public static void main(String[] args) {
        Cache<String, Integer> cache = new Cache<>(2);
        cache.put("one", 1);
        cache.put("two", 2);
        cache.get("one");
        cache.put("three", 3);
        System.out.println(cache.get("one") + " " + cache.get("two") + " " + cache.get("three"));
        System.out.println(cache.order());
    }
}

class Cache<K, V> {
    private static final class Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> older;
        Entry<K, V> newer;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    private final int capacity;
    private final Map<K, Entry<K, V>> entries = new HashMap<>();
    private Entry<K, V> oldest;
    private Entry<K, V> newest;

    Cache(int capacity) {
        this.capacity = capacity;
    }

    V get(K key) {
        Entry<K, V> entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        touch(entry);
        return entry.value;
    }

    void put(K key, V value) {
        Entry<K, V> entry = entries.get(key);
        if (entry != null) {
            entry.value = value;
            touch(entry);
            return;
        }
        if (entries.size() == capacity) {
            entries.remove(oldest.key);
            unlink(oldest);
        }
        entry = new Entry<>(key, value);
        entries.put(key, entry);
        append(entry);
    }

    private void touch(Entry<K, V> entry) {
        if (entry == newest) {
            unlink(entry);
            append(entry);
        }
    }

    private void unlink(Entry<K, V> entry) {
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        entry.older = null;
        entry.newer = null;
    }

    private void append(Entry<K, V> entry) {
        entry.older = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
    }

    String order() {
        StringBuilder out = new StringBuilder();
        for (Entry<K, V> entry = oldest; entry != null; entry = entry.newer) {
            out.append(entry.key).append(entry.newer == null ? "" : " < ");
        }
        return out.toString();
    }
}
