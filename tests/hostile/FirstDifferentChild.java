// A caller computes a wrong argument: the child that gets it is innocent.
import java.io.StringWriter;

public class FirstDifferentChild {
    private final StringWriter out = new StringWriter();

    int width(String text) {
        out.write(text);
        return text.length();
    }

    void pad(int count) {
        for (int i = 0; i < count; i++) {
            out.write('.');
        }
    }

    void line(String left, String right) {
        int used = width(left);
        pad(20 - used); // BUG
        // GOOD: pad(20 - used - right.length());
        width(right);
        out.write('\n');
    }

    public static void main(String[] args) {
        FirstDifferentChild page = new FirstDifferentChild();
        page.line("one", "1");
        page.line("two", "22");
        System.out.print(page.out);
    }
}
