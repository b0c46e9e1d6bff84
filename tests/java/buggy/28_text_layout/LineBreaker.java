import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Breaks words into lines so that the sum of the squares of the blanks left over is smallest. */
final class LineBreaker {
    private static final long IMPOSSIBLE = Long.MAX_VALUE / 4;

    private final List<String> words;
    private final int width;

    LineBreaker(List<String> words, int width) {
        this.words = words;
        this.width = width;
    }

    List<List<String>> breakLines() {
        int count = words.size();
        long[] cost = new long[count + 1];
        int[] next = new int[count + 1];
        for (int first = count - 1; first >= 0; first--) {
            cost[first] = IMPOSSIBLE;
            for (int end = first + 1; end <= count; end++) {
                long line = lineCost(first, end);
                if (line == IMPOSSIBLE) {
                    break;
                }
                long total = line;
                if (total < cost[first]) {
                    cost[first] = total;
                    next[first] = end;
                }
            }
        }
        return lines(next);
    }

    private List<List<String>> lines(int[] next) {
        List<List<String>> lines = new ArrayList<>();
        for (int first = 0; first < words.size(); first = next[first]) {
            lines.add(words.subList(first, next[first]));
        }
        return lines.isEmpty() ? Collections.emptyList() : lines;
    }

    private long lineCost(int first, int end) {
        int length = length(first, end);
        if (length > width) {
            return IMPOSSIBLE;
        }
        if (end == words.size()) {
            return 0;
        }
        long blanks = width - length;
        return blanks * blanks;
    }

    private int length(int first, int end) {
        int length = end - first - 1;
        for (int i = first; i < end; i++) {
            length += words.get(i).length();
        }
        return length;
    }
}
