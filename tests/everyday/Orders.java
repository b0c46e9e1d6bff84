// An order desk that counts money with BigDecimal: the discount is rounded before it is taken off every line.
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Orders {
    record Line(String article, int quantity, BigDecimal price) {
        BigDecimal amount() {
            return price.multiply(BigDecimal.valueOf(quantity));
        }
    }

    static class Order {
        final String customer;
        final List<Line> lines = new ArrayList<>();
        BigDecimal discount = BigDecimal.ZERO;

        Order(String customer) {
            this.customer = customer;
        }

        Order add(String article, int quantity, String price) {
            lines.add(new Line(article, quantity, new BigDecimal(price)));
            return this;
        }

        BigDecimal net() {
            BigDecimal sum = BigDecimal.ZERO;
            for (Line line : lines) {
                sum = sum.add(line.amount());
            }
            return sum;
        }

        BigDecimal total() {
            BigDecimal factor = BigDecimal.ONE.subtract(discount);
            return net().multiply(factor).setScale(2, RoundingMode.HALF_UP);
        }
    }

    static class Discounts {
        private final Map<String, BigDecimal> byCustomer = new LinkedHashMap<>();

        void grant(String customer, int percent) {
            byCustomer.put(customer, BigDecimal.valueOf(percent).movePointLeft(1)); // BUG
            // GOOD: byCustomer.put(customer, BigDecimal.valueOf(percent).movePointLeft(2));
        }

        void apply(Order order) {
            order.discount = byCustomer.getOrDefault(order.customer, BigDecimal.ZERO);
        }
    }

    static class Desk {
        final Discounts discounts = new Discounts();
        final List<Order> orders = new ArrayList<>();

        Order take(String customer) {
            Order order = new Order(customer);
            orders.add(order);
            return order;
        }

        BigDecimal close() {
            BigDecimal sum = BigDecimal.ZERO;
            for (Order order : orders) {
                discounts.apply(order);
                sum = sum.add(order.total());
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        Desk desk = new Desk();
        desk.discounts.grant("Mia", 5);
        desk.discounts.grant("Jon", 2);
        desk.take("Ada").add("bolt", 100, "0.12").add("saw", 1, "19.90");
        desk.take("Mia").add("drill", 1, "89.00").add("bit", 4, "2.35");
        desk.take("Jon").add("nut", 250, "0.08");
        System.out.println(desk.close());
    }
}
