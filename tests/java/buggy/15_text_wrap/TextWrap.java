import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines and fills them with blanks on both sides. */
public class TextWrap {
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split("\\s+")) {
            boolean fits = line.length() + word.length() <= width;
            if (line.length() > 0 && !fits) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    static String justify(String line, int width) {
        String[] words = line.split(" ");
        if (words.length == 1) {
            return pad(line, width);
        }
        int blanks = width - line.replace(" ", "").length();
        StringBuilder out = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            int gaps = words.length - i;
            int here = (blanks + gaps - 1) / gaps;
            out.append(" ".repeat(here)).append(words[i]);
            blanks -= here;
        }
        return out.toString();
    }

    static String pad(String line, int width) {
        return line + " ".repeat(width - line.length());
    }

    public static void main(String[] args) {
        String text = "a good tool asks few questions and shows the lines that hold the bug";
        for (String line : wrap(text, 12)) {
            System.out.println("|" + justify(line, 12) + "|");
        }
    }
}
