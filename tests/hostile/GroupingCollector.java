// A stream is grouped by a key that is computed wrongly, and the groups are summed up by innocent collectors.
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

public class GroupingCollector {
    static final class Sale {
        final String town;
        final int amount;

        Sale(String town, int amount) {
            this.town = town;
            this.amount = amount;
        }

        String region() {
            return town.substring(1, 2); // BUG
            // GOOD: return town.substring(0, 1);
        }
    }

    static Map<String, Integer> totals(List<Sale> sales) {
        return sales.stream()
                .filter(sale -> sale.amount > 0)
                .collect(Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.summingInt(sale -> sale.amount)));
    }

    public static void main(String[] args) {
        List<Sale> sales = Arrays.asList(new Sale("Aarau", 3), new Sale("Basel", 4), new Sale("Altdorf", 5));
        System.out.println(totals(sales));
    }
}
