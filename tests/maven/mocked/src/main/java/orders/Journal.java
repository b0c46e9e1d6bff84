package orders;

import java.math.BigDecimal;

public interface Journal {
    void note(BigDecimal amount);
}
