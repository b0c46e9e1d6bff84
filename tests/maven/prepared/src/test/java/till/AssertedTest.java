package till;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AssertedTest {
    @Test
    void addsTwice() {
        Till till = new Till();
        till.take(20);
        assertEquals(20, till.total(), "one amount");
        till.take(31);
        assertEquals(50, till.total(), "two amounts");
    }
}
