package app;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class BillIT {
    private Bill bill;

    @BeforeMethod
    public void begin() {
        bill = new Bill();
    }

    @DataProvider
    public Object[][] amounts() {
        return new Object[][] {{3, 0}, {45, 50}};
    }

    @Test(dataProvider = "amounts")
    public void roundsEach(int cents, int sum) {
        assertEquals(bill.add(cents).sum(), sum, "of " + cents);
    }

    @Test(expectedExceptions = IllegalArgumentException.class)
    public void refusesLess() {
        bill.add(-1);
    }

    @Test(expectedExceptions = IllegalStateException.class)
    public void neverCloses() {
        bill.add(1);
    }

    @Test(dependsOnMethods = "neverCloses")
    public void isSkipped() {
        bill.add(2);
    }
}
