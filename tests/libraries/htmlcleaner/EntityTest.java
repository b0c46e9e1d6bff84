import static org.junit.Assert.assertEquals;

import org.htmlcleaner.CleanerProperties;
import org.htmlcleaner.HtmlCleaner;
import org.htmlcleaner.SimpleXmlSerializer;
import org.htmlcleaner.TagNode;
import org.junit.Test;

public class EntityTest {
    @Test
    public void entitiesAreWrittenOut() throws Exception {
        CleanerProperties properties = new CleanerProperties();
        properties.setOmitXmlDeclaration(true);
        properties.setOmitHtmlEnvelope(true);
        TagNode page = new HtmlCleaner(properties).clean(
                "<ul><li>plain<li class=a>A&#66;C<li>x &lt; y</ul><p>the end");
        String xml = new SimpleXmlSerializer(properties).getAsString(page);
        assertEquals(
                "<ul><li>plain</li><li class=\"a\">ABC</li><li>x &lt; y</li></ul><p>the end</p>", xml.trim());
    }
}
