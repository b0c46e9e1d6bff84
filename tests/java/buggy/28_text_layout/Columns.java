import java.util.ArrayList;
import java.util.List;

/** Sets lines side by side in columns of equal height. */
final class Columns {
    private final int count;
    private final int gap;

    Columns(int count, int gap) {
        this.count = count;
        this.gap = gap;
    }

    List<String> arrange(List<String> lines) {
        int height = (lines.size() + count - 1) / count;
        int width = widest(lines);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < height; row++) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < count; column++) {
                int index = column * height + row;
                String line = index < lines.size() ? lines.get(index) : "";
                text.append(Alignment.LEFT.pad(line, width));
                if (column < count - 1) {
                    text.append(" ".repeat(gap));
                }
            }
            rows.add(text.toString());
        }
        return rows;
    }

    private static int widest(List<String> lines) {
        int widest = 0;
        for (String line : lines) {
            widest = Math.max(widest, line.length());
        }
        return widest;
    }
}
