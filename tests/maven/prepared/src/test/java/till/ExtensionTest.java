package till;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

@ExtendWith(ExtensionTest.Filling.class)
class ExtensionTest {
    static Till till;

    static class Filling implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            till = new Till();
            till.take(20);
            till.take(31);
        }
    }

    @Test
    void adds() {
        assertEquals(50, till.total());
    }
}
