package app;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class SetUpIT {
    @BeforeClass
    public void prepare() {
        assertEquals(new Bill().add(55).sum(), 60);
    }

    @Test
    public void isNotReached() {
        new Bill().add(5);
    }
}
