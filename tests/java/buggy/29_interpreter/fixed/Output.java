import java.util.ArrayList;
import java.util.List;

/** What a script has printed. */
final class Output {
    private final List<String> lines = new ArrayList<>();

    void line(String text) {
        lines.add(text);
    }

    List<String> lines() {
        return lines;
    }
}
