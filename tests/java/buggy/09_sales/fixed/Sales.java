import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Summarises sales with streams. */
public class Sales {
    static final class Sale {
        final String region;
        final int amount;
        final boolean refund;

        Sale(String region, int amount, boolean refund) {
            this.region = region;
            this.amount = amount;
            this.refund = refund;
        }

        int net() {
            return refund ? -amount : amount;
        }
    }

    static Map<String, Integer> totals(List<Sale> sales) {
        return sales.stream()
                .filter(sale -> !sale.refund || sale.amount > 5)
                .collect(Collectors.groupingBy(sale -> sale.region, TreeMap::new, Collectors.summingInt(Sale::net)));
    }

    static List<String> best(Map<String, Integer> totals, int count) {
        return totals.entrySet().stream()
                .sorted((a, b) -> Integer.compare(b.getValue(), a.getValue()))
                .limit(count)
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.toList());
    }

    public static void main(String[] args) {
        List<Sale> sales = List.of(
                new Sale("north", 60, false),
                new Sale("south", 40, false),
                new Sale("north", 30, true),
                new Sale("west", 20, false),
                new Sale("north", 45, false),
                new Sale("south", 3, true));
        Map<String, Integer> totals = totals(sales);
        System.out.println(totals);
        System.out.println(best(totals, 2));
    }
}
