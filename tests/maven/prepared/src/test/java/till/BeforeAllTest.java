package till;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class BeforeAllTest {
    private static final Till TILL = new Till();

    @BeforeAll
    static void open() {
        TILL.take(20);
        TILL.take(31);
    }

    @Test
    void aIsOpen() {
        assertTrue(TILL.total() > 0);
    }

    @Test
    void bAdds() {
        assertEquals(50, TILL.total());
    }
}
