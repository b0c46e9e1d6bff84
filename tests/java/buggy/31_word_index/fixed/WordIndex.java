import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An index of the words of several pages, made by a pool of workers, one page each. */
public class WordIndex {
    /** Where a word stands on one page. */
    static final class PageIndex {
        final int page;
        final Map<String, List<Integer>> lines = new TreeMap<>();

        PageIndex(int page) {
            this.page = page;
        }

        void add(String word, int line) {
            lines.computeIfAbsent(word, w -> new ArrayList<>()).add(line);
        }
    }

    /** A page that is read by one worker. */
    static PageIndex read(int page, String text) {
        PageIndex index = new PageIndex(page);
        String[] lines = text.split("\n");
        for (int line = 0; line < lines.length; line++) {
            for (String word : words(lines[line])) {
                index.add(word, line + 1);
            }
        }
        return index;
    }

    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (char c : line.toCharArray()) {
            if (Character.isLetter(c)) {
                word.append(Character.toLowerCase(c));
            } else {
                take(word, words);
            }
        }
        take(word, words);
        return words;
    }

    private static void take(StringBuilder word, List<String> words) {
        if (word.length() > 2) {
            words.add(word.toString());
        }
        word.setLength(0);
    }

    /** All pages, in the order of their numbers, whichever worker was the first to be done. */
    static Map<String, TreeSet<String>> merge(List<Future<PageIndex>> pages)
            throws InterruptedException, ExecutionException {
        Map<String, TreeSet<String>> places = new TreeMap<>();
        for (Future<PageIndex> future : pages) {
            PageIndex index = future.get();
            for (Map.Entry<String, List<Integer>> entry : index.lines.entrySet()) {
                TreeSet<String> known = places.getOrDefault(entry.getKey(), new TreeSet<>());
                for (int line : entry.getValue()) {
                    known.add(index.page + ":" + line);
                }
                places.putIfAbsent(entry.getKey(), known);
            }
        }
        return places;
    }

    static Map<String, TreeSet<String>> index(List<String> texts)
            throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        try {
            List<Future<PageIndex>> pages = new ArrayList<>();
            for (int page = 0; page < texts.size(); page++) {
                int number = page + 1;
                String text = texts.get(page);
                pages.add(workers.submit(() -> read(number, text)));
            }
            return merge(pages);
        } finally {
            workers.shutdown();
        }
    }

    static int frequent(Map<String, TreeSet<String>> places, int times) {
        int found = 0;
        for (TreeSet<String> where : places.values()) {
            if (where.size() >= times) {
                found++;
            }
        }
        return found;
    }

    public static void main(String[] args) throws Exception {
        Map<String, TreeSet<String>> places = index(List.of(
                "The cat sat\non the mat", "A dog saw the cat\nand the cat ran", "No cat, no dog:\nonly the mat"));
        places.forEach((word, where) -> System.out.println(word + " " + where));
        System.out.println("in three places or more: " + frequent(places, 3));
    }
}
