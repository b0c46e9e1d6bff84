// A hash code that does not fit equals loses entries of a map.
import java.util.HashMap;
import java.util.Map;

public class EqualsHash {
    static final class Key {
        final String name;
        final int version;

        Key(String name, int version) {
            this.name = name;
            this.version = version;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && name.equals(((Key) other).name);
        }

        @Override
        public int hashCode() {
            return name.hashCode() + version; // BUG
            // GOOD: return name.hashCode();
        }
    }

    static int distinct(Key... keys) {
        Map<Key, Integer> counts = new HashMap<>();
        for (Key key : keys) {
            counts.merge(key, 1, Integer::sum);
        }
        return counts.size();
    }

    public static void main(String[] args) {
        System.out.println(distinct(new Key("a", 1), new Key("a", 2), new Key("b", 1)));
    }
}
