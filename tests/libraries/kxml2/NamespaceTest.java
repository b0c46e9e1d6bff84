import static org.junit.Assert.assertEquals;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.kxml2.io.KXmlParser;
import org.xmlpull.v1.XmlPullParser;

public class NamespaceTest {
    private static List<String> elements(String xml) throws Exception {
        KXmlParser parser = new KXmlParser();
        parser.setFeature(XmlPullParser.FEATURE_PROCESS_NAMESPACES, true);
        parser.setInput(new StringReader(xml));
        List<String> found = new ArrayList<>();
        while (parser.next() != XmlPullParser.END_DOCUMENT) {
            if (parser.getEventType() == XmlPullParser.START_TAG) {
                found.add("{" + parser.getNamespace() + "}" + parser.getName());
            }
        }
        return found;
    }

    @Test
    public void prefixesCanBeDeclaredAgain() throws Exception {
        String xml = "<o:order xmlns:o='urn:shop' number='17'>"
                + "<o:item count='2'>apples &amp; pears</o:item>"
                + "<o:address xmlns:o='urn:post' xmlns:c='urn:country'><o:street>Main</o:street><c:name/></o:address>"
                + "<o:total>12</o:total>"
                + "</o:order>";
        assertEquals(
                Arrays.asList("{urn:shop}order", "{urn:shop}item", "{urn:post}address", "{urn:post}street",
                        "{urn:country}name", "{urn:shop}total"),
                elements(xml));
    }
}
