package till;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
class OneObjectTest {
    private final Till till = new Till();

    @BeforeAll
    void open() {
        till.take(20);
        till.take(31);
    }

    @Test
    void aIsOpen() {
        assertTrue(till.total() > 0);
    }

    @Test
    void bAdds() {
        assertEquals(50, till.total());
    }
}
