package base;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class RoundingTest {
    @Parameterized.Parameters(name = "{0}")
    public static Collection<Object[]> amounts() {
        return Arrays.asList(new Object[][] {{12, 10}, {25, 30}, {27, 30}});
    }

    private final int cents;
    private final int rounded;

    public RoundingTest(int cents, int rounded) {
        this.cents = cents;
        this.rounded = rounded;
    }

    @Test
    public void isNearest() {
        assertEquals(rounded, Money.round(cents));
    }
}
