package till;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The first tests make what the others find wrong. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class SharedTest {
    @Test
    void aKnowsBread() {
        assertEquals(7, Rates.of("bread"));
    }

    @Test
    void bRoundsNothing() {
        assertEquals(0, Settings.get().round(0));
    }

    @Test
    void cKnowsWine() {
        assertEquals(19, Rates.of("wine"));
    }

    @Test
    void dRoundsToFive() {
        assertEquals(15, Settings.get().round(13));
    }
}
