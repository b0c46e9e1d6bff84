// Pages are printed by several routines into a print stream over memory; one of them forgets something.
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class PrintedPage {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes);

    void head(String title) {
        out.printf("== %s ==%n", title);
    }

    void row(int number, String text) {
        out.print(number + 1); // BUG
        // GOOD: out.print(number);
        out.print(' ');
        out.println(text);
    }

    void foot() {
        out.append("--").println();
    }

    int length() {
        out.flush();
        return bytes.size();
    }

    String page() {
        head("list");
        for (int i = 8; i < 10; i++) {
            row(i, "line");
        }
        foot();
        return bytes.toString() + length();
    }

    public static void main(String[] args) {
        System.out.print(new PrintedPage().page());
    }
}
