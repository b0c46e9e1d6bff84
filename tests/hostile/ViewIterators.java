// Entries are taken out of a map through iterators over its views; one of the rules is wrong.
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

public class ViewIterators {
    private final Map<String, Integer> stock = new LinkedHashMap<>();

    void dropEmpty() {
        Iterator<Map.Entry<String, Integer>> entries = stock.entrySet().iterator();
        while (entries.hasNext()) {
            if (entries.next().getValue() == 0) {
                entries.remove();
            }
        }
    }

    void dropShort() {
        Iterator<String> names = stock.keySet().iterator();
        while (names.hasNext()) {
            String name = names.next();
            if (name.length() <= 2) { // BUG
            // GOOD: if (name.length() < 2) {
                names.remove();
            }
        }
    }

    void halve() {
        for (Map.Entry<String, Integer> entry : stock.entrySet()) {
            entry.setValue(entry.getValue() / 2);
        }
    }

    int total() {
        int total = 0;
        for (int count : stock.values()) {
            total += count;
        }
        return total;
    }

    public static void main(String[] args) {
        ViewIterators shop = new ViewIterators();
        shop.stock.put("nail", 40);
        shop.stock.put("a", 3);
        shop.stock.put("ox", 12);
        shop.stock.put("tin", 0);
        shop.dropEmpty();
        shop.dropShort();
        shop.halve();
        System.out.println(shop.total());
    }
}
