package text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.util.Arrays;
import org.junit.Before;
import org.junit.FixMethodOrder;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExpectedException;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class ColumnsTest {
    @Rule public ExpectedException thrown = ExpectedException.none();

    private Columns columns;

    @Before
    public void makeColumns() {
        columns = new Columns(4, "|");
    }

    @Test(expected = IllegalArgumentException.class)
    public void aNoWidthIsRefused() {
        new Columns(0, "");
    }

    @Test
    public void bNoWidthIsRefusedByRule() {
        thrown.expect(IllegalArgumentException.class);
        new Columns(0, "");
    }

    @Test
    public void cSkipped() {
        assumeTrue(columns.pad("").isEmpty());
    }

    @Test
    public void dLongestFirst() {
        assertEquals(Arrays.asList("ccc", "bb", "a"), Columns.byLength(Arrays.asList("a", "bb", "ccc")));
    }

    @Test
    public void eWordsStandInColumns() {
        assertEquals("ab  |c   |", columns.line(Arrays.asList("ab", "c")));
    }

    @Test(expected = IllegalStateException.class)
    public void fNothingIsThrown() {
        columns.pad("x");
    }
}
