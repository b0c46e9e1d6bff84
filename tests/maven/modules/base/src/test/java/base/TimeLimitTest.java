package base;

import static org.junit.Assert.assertEquals;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;

/** Tests with a time limit run in threads of their own. */
public class TimeLimitTest {
    @Rule public ErrorCollector collector = new ErrorCollector();

    @Test(timeout = 60_000)
    public void isInTime() {
        assertEquals(40, Money.round(35));
    }

    @Test(timeout = 60_000, expected = IllegalStateException.class)
    public void throwsNothing() {
        Money.round(5);
    }

    @Test
    public void collectsErrors() {
        collector.checkSucceeds(() -> Money.round(1));
        collector.addError(new AssertionError("fifteen is " + Money.round(15)));
    }
}
