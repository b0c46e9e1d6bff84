// Several routines write through one formatter; one of them asks for the wrong width.
import java.util.Formatter;
import java.util.Locale;

public class SharedFormatter {
    private final StringBuilder text = new StringBuilder();
    private final Formatter formatter = new Formatter(text, Locale.ROOT);

    void name(String name) {
        formatter.format("%-6s|", name);
    }

    void price(double price) {
        formatter.format("%7.1f|", price); // BUG
        // GOOD: formatter.format("%7.2f|", price);
    }

    void count(int count) {
        formatter.format("%03d%n", count);
    }

    String table() {
        name("nail");
        price(0.256);
        count(7);
        name("bolt");
        price(1.5);
        count(12);
        return formatter.toString();
    }

    public static void main(String[] args) {
        System.out.print(new SharedFormatter().table());
    }
}
