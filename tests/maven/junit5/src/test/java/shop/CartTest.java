package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CartTest {
    private Cart cart;

    @BeforeEach
    void fill() {
        cart = new Cart();
        cart.add("apple", 3, 50);
    }

    @Test
    @Order(1)
    void addsUpPrices() {
        cart.add("pear", 2, 70);
        assertEquals(290, cart.total());
    }

    @Test
    @Order(2)
    void refusesNothing() {
        assertThrows(IllegalArgumentException.class, () -> cart.add("plum", 0, 10));
    }

    @Test
    @Order(3)
    void isSkipped() {
        assumeTrue(cart.find("plum") != null, "no plums today");
    }

    @Test
    @Order(4)
    void reducesTenPieces() {
        cart.add("plum", 10, 10);
        cart.add("grape", 50, 2);
        assertEquals(335, cart.total(), "ten plums are cheaper");
    }

    @ParameterizedTest
    @Order(5)
    @CsvSource({"1, 0", "10, 5", "50, 10"})
    void hasRates(int pieces, int percent) {
        assertEquals(percent, Discount.rateFor(pieces));
    }

    @Nested
    class WhenEmptied {
        @BeforeEach
        void empty() {
            cart = new Cart();
        }

        @Test
        void costsNothing() {
            assertEquals(0, cart.total());
        }

        @Test
        void findsNothing() {
            assertEquals(3, cart.find("apple").pieces());
        }
    }
}
