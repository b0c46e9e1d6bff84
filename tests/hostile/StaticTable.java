// A table that a static initialiser fills wrongly: who reads it is innocent.
import java.util.HashMap;
import java.util.Map;

public class StaticTable {
    static class Prices {
        private static final Map<String, Integer> TABLE = new HashMap<>();

        static {
            TABLE.put("bolt", 5);
            TABLE.put("nut", 2);
            TABLE.put("saw", 90); // BUG
            // GOOD: TABLE.put("saw", 19);
        }

        static int of(String name) {
            return TABLE.get(name);
        }
    }

    static int total(String... names) {
        int total = 0;
        for (String name : names) {
            total += Prices.of(name);
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(total("bolt", "nut"));
        System.out.println(total("saw", "nut"));
    }
}
