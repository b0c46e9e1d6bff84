import java.util.HashMap;
import java.util.Map;

public class Main {
    static class Key {
        final int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return id % 2;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }
    }

    static void count(Map<Key, Integer> counts, int id) {
        Key key = new Key(id);
        Integer old = counts.get(key);
        counts.put(key, old == null ? 1 : old + 1);
    }

    public static void main(String[] args) {
        Map<Key, Integer> counts = new HashMap<>();
        count(counts, 1);
        count(counts, 3);
        count(counts, 1);
        System.out.println(counts.size());
    }
}
