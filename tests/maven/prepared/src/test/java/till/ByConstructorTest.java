package till;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ByConstructorTest {
    private final Till till;

    ByConstructorTest() {
        till = new Till();
        till.take(20);
        till.take(31);
    }

    @Test
    void adds() {
        assertEquals(50, till.total());
    }
}
