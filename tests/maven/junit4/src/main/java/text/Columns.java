package text;

import java.util.ArrayList;
import java.util.List;

/** Lays out words in columns of equal width. */
public final class Columns {
    private final int width;
    private final String separator;

    public Columns(int width, String separator) {
        if (width < 1) {
            throw new IllegalArgumentException("width");
        }
        this.width = width;
        this.separator = separator;
    }

    /** A line of words, each filled up to the width and the separator after it, but the last. */
    public String line(List<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            line.append(pad(word));
        }
        return line.toString().stripTrailing();
    }

    String pad(String word) {
        StringBuilder padded = new StringBuilder(word);
        padded.append(separator);
        while (padded.length() < width) {
            padded.append(' ');
        }
        return padded.toString();
    }

    /** The longest words first. */
    public static List<String> byLength(List<String> words) {
        List<String> sorted = new ArrayList<>(words);
        sorted.sort((a, b) -> b.length() - a.length());
        return sorted;
    }
}
