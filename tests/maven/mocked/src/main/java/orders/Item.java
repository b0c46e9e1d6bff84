package orders;

import java.math.BigDecimal;

public record Item(String sku, int quantity, BigDecimal price) {
    public BigDecimal total() {
        return price.multiply(BigDecimal.valueOf(quantity));
    }
}
