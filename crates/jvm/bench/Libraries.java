import java.io.StringReader;
import org.htmlcleaner.HtmlCleaner;
import org.kxml2.io.KXmlParser;

/** The workloads that need libraries. */
class Libraries {
    static int kxml2(int items) throws Exception {
        StringBuilder text = new StringBuilder("<catalog>");
        for (int i = 0; i < items; i++) {
            text.append("<item id=\"").append(i).append("\" kind='k").append(i % 7).append("'><name>Name &amp; ").append(i)
                    .append("</name><price>").append(i * 3).append(".99</price><!-- c --></item>\n");
        }
        KXmlParser parser = new KXmlParser();
        parser.setInput(new StringReader(text.append("</catalog>").toString()));
        int seen = 0;
        while (parser.next() != KXmlParser.END_DOCUMENT) {
            seen++;
            if (parser.getEventType() == KXmlParser.START_TAG) {
                for (int i = 0; i < parser.getAttributeCount(); i++) {
                    seen += parser.getAttributeValue(i).length();
                }
            }
        }
        return seen;
    }

    static int htmlcleaner(int items) {
        StringBuilder text = new StringBuilder("<html><head><title>t</title><body>");
        for (int i = 0; i < items; i++) {
            text.append("<div class=c").append(i % 5).append("><p>Para ").append(i)
                    .append("<b>bold<i>both</b></i><ul><li>one<li>two</ul><a href='x?a=").append(i).append("'>link</a></div>");
        }
        return new HtmlCleaner().clean(text.toString()).getAllElements(true).length;
    }
}
