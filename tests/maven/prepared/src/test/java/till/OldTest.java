package till;

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.FixMethodOrder;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExternalResource;
import org.junit.runners.MethodSorters;

/** Tests of JUnit 4. */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class OldTest {
    private static final Till CLASS = new Till();
    private final Till ruled = new Till();
    private final Till made = new Till();
    private final Till before = new Till();

    @Rule
    public final ExternalResource rule = new ExternalResource() {
        @Override
        protected void before() {
            ruled.take(21);
        }
    };

    public OldTest() {
        made.take(22);
    }

    @BeforeClass
    public static void open() {
        CLASS.take(23);
    }

    @Before
    public void fill() {
        before.take(24);
    }

    @Test
    public void aByRule() {
        assertEquals(1, ruled.total());
    }

    @Test
    public void bByConstructor() {
        assertEquals(2, made.total());
    }

    @Test
    public void cByClass() {
        assertEquals(3, CLASS.total());
    }

    @Test
    public void dBefore() {
        assertEquals(4, before.total());
    }
}
