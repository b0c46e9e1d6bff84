import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

class RoundTripTest {
    @Test
    void whatIsPrintedIsReadAgain() throws Exception {
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader("id", "name", "note").build();
        StringBuilder text = new StringBuilder();
        List<List<String>> rows = new ArrayList<>();
        try (CSVPrinter printer = new CSVPrinter(text, format)) {
            for (int id = 1; id <= 40; id++) {
                String note = switch (id % 4) {
                    case 0 -> "says \"hi\"";
                    case 1 -> "plain";
                    case 2 -> "a, b";
                    default -> id == 23 ? "to be continued," : "two\nlines";
                };
                rows.add(List.of(Integer.toString(id), "name " + id, note));
                printer.printRecord(rows.get(id - 1));
            }
        }
        List<List<String>> read = new ArrayList<>();
        try (CSVParser parser = format.builder().setSkipHeaderRecord(true).build().parse(new StringReader(text.toString()))) {
            for (CSVRecord record : parser) {
                read.add(record.toList());
            }
        }
        assertEquals(rows, read);
    }
}
