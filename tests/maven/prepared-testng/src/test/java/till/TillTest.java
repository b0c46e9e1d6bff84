package till;

import static org.testng.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TillTest {
    private final List<Integer> made = new ArrayList<>();
    private final List<Integer> opened = new ArrayList<>();
    private List<Integer> filled;

    public TillTest() {
        made.add(21);
    }

    @BeforeClass
    public void open() {
        opened.add(22);
    }

    @BeforeMethod
    public void fill() {
        filled = new ArrayList<>();
        filled.add(23);
    }

    @DataProvider
    public Object[][] amounts() {
        return new Object[][] {{24}};
    }

    @Test
    public void aPasses() {
        assertEquals(first(List.of(1)), 1);
    }

    @Test
    public void bMade() {
        assertEquals(first(made), 1);
    }

    @Test
    public void cOpened() {
        assertEquals(first(opened), 2);
    }

    @Test
    public void dFilled() {
        assertEquals(first(filled), 3);
    }

    @Test(dataProvider = "amounts")
    public void eGiven(int amount) {
        assertEquals(first(List.of(amount)), 4);
    }

    private int first(List<Integer> amounts) {
        return amounts.get(0);
    }
}
