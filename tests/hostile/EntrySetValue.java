// Values of a map are changed through its entries while it is gone through.
import java.util.LinkedHashMap;
import java.util.Map;

public class EntrySetValue {
    static void discount(Map<String, Integer> prices, int percent) {
        for (Map.Entry<String, Integer> entry : prices.entrySet()) {
            entry.setValue(reduced(entry.getValue(), percent));
        }
    }

    static int reduced(int price, int percent) {
        return price - price * percent / 10; // BUG
        // GOOD: return price - price * percent / 100;
    }

    static int total(Map<String, Integer> prices) {
        int total = 0;
        for (int price : prices.values()) {
            total += price;
        }
        return total;
    }

    public static void main(String[] args) {
        Map<String, Integer> prices = new LinkedHashMap<>();
        prices.put("tea", 200);
        prices.put("milk", 100);
        discount(prices, 5);
        System.out.println(total(prices));
    }
}
