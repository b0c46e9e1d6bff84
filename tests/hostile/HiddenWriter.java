// What was written to an unrecorded writer shows only when somebody reads it back.
import java.io.PrintWriter;
import java.io.StringWriter;

public class HiddenWriter {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    void cell(String value) {
        out.print('"');
        out.print(value.replace("\"", "'")); // BUG
        // GOOD: out.print(value.replace("\"", "\"\""));
        out.print('"');
    }

    void row(String... values) {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.print(',');
            }
            cell(values[i]);
        }
        out.println();
    }

    String finish() {
        out.flush();
        return text.toString();
    }

    public static void main(String[] args) {
        HiddenWriter table = new HiddenWriter();
        table.row("a", "b");
        table.row("say \"hi\"", "c");
        System.out.print(table.finish());
    }
}
