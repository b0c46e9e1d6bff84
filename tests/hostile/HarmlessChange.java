// A harmless change runs before the bug, and what it leaves behind is not recorded.
import java.io.StringWriter;

public class HarmlessChange {
    private final StringWriter out = new StringWriter();

    void title(String text) {
        out.append(text).append('\n');
        // GOOD: out.flush();
    }

    int lines(String text) {
        return text.split("\n").length - 1; // BUG
        // GOOD: return text.split("\n").length;
    }

    public static void main(String[] args) {
        HarmlessChange page = new HarmlessChange();
        page.title("one");
        page.title("two");
        System.out.println(page.lines(page.out.toString()));
    }
}
