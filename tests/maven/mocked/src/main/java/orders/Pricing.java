package orders;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

public class Pricing {
    private static final Map<String, BigDecimal> TAX =
        Map.of("de", new BigDecimal("0.19"), "fr", new BigDecimal("0.20"), "ch", new BigDecimal("0.08"));

    BigDecimal net(Order order) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Item item : order.getItems()) {
            sum = sum.add(item.total());
        }
        return sum;
    }

    BigDecimal discount(BigDecimal net, int years) {
        BigDecimal rate = years > 5 ? new BigDecimal("0.10") : years > 2 ? new BigDecimal("0.05") : BigDecimal.ZERO;
        return net.multiply(rate);
    }

    BigDecimal tax(BigDecimal amount, String country) {
        BigDecimal rate = TAX.getOrDefault(country, BigDecimal.ZERO);
        return amount.multiply(rate).setScale(2, RoundingMode.HALF_UP);
    }

    BigDecimal shipping(BigDecimal net, String country) {
        if (net.compareTo(new BigDecimal("50")) > 0) {
            return BigDecimal.ZERO;
        }
        return country.equals("de") ? new BigDecimal("4.90") : new BigDecimal("9.90");
    }
}
