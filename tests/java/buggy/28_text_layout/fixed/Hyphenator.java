import java.util.ArrayList;
import java.util.List;

/** Cuts words that are longer than a line, after a vowel where that is possible. */
final class Hyphenator {
    private static final String VOWELS = "aeiouy";
    private final int width;

    Hyphenator(int width) {
        this.width = width;
    }

    List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.split("\\s+")) {
            String rest = word;
            while (rest.length() > width) {
                int cut = cut(rest);
                words.add(rest.substring(0, cut) + "-");
                rest = rest.substring(cut);
            }
            if (!rest.isEmpty()) {
                words.add(rest);
            }
        }
        return words;
    }

    private int cut(String word) {
        int last = width - 1;
        for (int cut = last; cut > last / 2; cut--) {
            if (isVowel(word.charAt(cut - 1)) && !isVowel(word.charAt(cut))) {
                return cut;
            }
        }
        return last;
    }

    private static boolean isVowel(char c) {
        return VOWELS.indexOf(Character.toLowerCase(c)) >= 0;
    }
}
