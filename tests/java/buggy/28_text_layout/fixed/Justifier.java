import java.util.List;

/** Makes a line exactly as long as its width by spreading blanks between the words. */
final class Justifier {
    private final int width;

    Justifier(int width) {
        this.width = width;
    }

    String justify(List<String> words, boolean isLast) {
        String plain = String.join(" ", words);
        if (isLast || words.size() == 1) {
            return Alignment.LEFT.pad(plain, width);
        }
        int gaps = words.size() - 1;
        int blanks = width - plain.length() + gaps;
        StringBuilder line = new StringBuilder(words.get(0));
        for (int i = 1; i <= gaps; i++) {
            int share = blanks * i / gaps - blanks * (i - 1) / gaps;
            line.append(" ".repeat(share)).append(words.get(i));
        }
        return line.toString();
    }
}
