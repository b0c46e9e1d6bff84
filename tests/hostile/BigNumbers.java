// Rounding of big decimals is set wrongly.
import java.math.BigDecimal;
import java.math.RoundingMode;

public class BigNumbers {
    static BigDecimal tax(BigDecimal net) {
        return net.multiply(new BigDecimal("0.19")).setScale(2, RoundingMode.DOWN); // BUG
        // GOOD: return net.multiply(new BigDecimal("0.19")).setScale(2, RoundingMode.HALF_UP);
    }

    static BigDecimal gross(BigDecimal net) {
        return net.add(tax(net));
    }

    public static void main(String[] args) {
        System.out.println(gross(new BigDecimal("100.00")));
        System.out.println(gross(new BigDecimal("10.03")));
    }
}
