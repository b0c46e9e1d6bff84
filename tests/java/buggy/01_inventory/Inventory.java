import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the stock of a small shop. */
public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();
    private final List<String> log = new ArrayList<>();

    void restock(String item, int amount) {
        Integer present = stock.get(item);
        if (present == null) {
            stock.put(item, amount);
        } else {
            stock.put(item, amount);
        }
        log.add("+" + amount + " " + item);
    }

    boolean sell(String item, int amount) {
        int present = stock.getOrDefault(item, 0);
        if (present < amount) {
            log.add("refused " + item);
            return false;
        }
        stock.put(item, present - amount);
        log.add("-" + amount + " " + item);
        return true;
    }

    int count(String item) {
        return stock.getOrDefault(item, 0);
    }

    List<String> toReorder(int limit) {
        List<String> low = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : new TreeMap<>(stock).entrySet()) {
            if (entry.getValue() < limit) {
                low.add(entry.getKey());
            }
        }
        return low;
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        inventory.restock("bolt", 8);
        inventory.restock("nut", 3);
        inventory.sell("bolt", 3);
        inventory.restock("bolt", 7);
        inventory.sell("nut", 4);
        System.out.println("bolts " + inventory.count("bolt"));
        System.out.println("reorder " + inventory.toReorder(10));
        System.out.println(inventory.log);
    }
}
