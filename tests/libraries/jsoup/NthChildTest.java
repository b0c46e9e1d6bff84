import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class NthChildTest {
    @Test
    void everyOtherRowIsSelected() {
        StringBuilder html = new StringBuilder("<title>Rows</title><table id=t><caption>all</caption>");
        for (int row = 1; row <= 7; row++) {
            html.append("<tr class=").append(row % 2 == 0 ? "even" : "odd").append("><td>").append(row)
                    .append("<td>&copy; ").append(row * row).append("</tr>");
        }
        Document page = Jsoup.parse(html.append("</table>").toString());
        assertEquals(List.of("1", "3", "5", "7"), page.select("tr:nth-child(2n+1) > td:first-child").eachText());
    }
}
