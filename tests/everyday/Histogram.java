// Word counts with streams and collectors: words are grouped before they are made lower case.
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Histogram {
    static List<String> words(String text) {
        return Stream.of(text.split("\\W+")).filter(word -> !word.isEmpty()).collect(Collectors.toList());
    }

    static String normal(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word; // BUG
        // GOOD: String low = word.toLowerCase(); return low.endsWith("s") ? low.substring(0, low.length() - 1) : low;
    }

    static Map<String, Long> counts(String text) {
        return words(text).stream().map(Histogram::normal)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    static String bars(Map<String, Long> counts) {
        StringBuilder bars = new StringBuilder();
        counts.forEach((word, count) -> {
            if (count > 1) {
                bars.append(word).append(' ').append("*".repeat(count.intValue())).append('\n');
            }
        });
        return bars.toString();
    }

    public static void main(String[] args) {
        System.out.print(bars(counts("Dogs chase cats. A cat sleeps, the dog barks; cats do not care. Dog!")));
    }
}
