// A writer behind a buffer is given a line without its end; what was written shows only when it is flushed.
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

public class PrintedState {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8)));

    void title(String text) {
        out.print(text); // BUG
        // GOOD: out.println(text);
    }

    void item(String name, int price) {
        out.printf("%s %d%n", name, price);
    }

    String text() {
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "|");
    }

    public static void main(String[] args) {
        PrintedState page = new PrintedState();
        page.title("Prices");
        page.item("tea", 3);
        page.item("milk", 2);
        System.out.println(page.text());
    }
}
