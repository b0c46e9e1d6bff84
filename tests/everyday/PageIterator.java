// Results that come in pages behind an iterator: the last page is not read.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

public class PageIterator {
    static class Source {
        private final List<String> all;
        int fetched;

        Source(List<String> all) {
            this.all = all;
        }

        List<String> page(int number, int size) {
            fetched++;
            int from = Math.min(number * size, all.size());
            int to = Math.min(from + size, all.size());
            return new ArrayList<>(all.subList(from, to));
        }

        int pages(int size) {
            return all.size() / size; // BUG
            // GOOD: return (all.size() + size - 1) / size;
        }
    }

    static class Pages implements Iterator<String> {
        private final Source source;
        private final int size;
        private int page;
        private Iterator<String> current;

        Pages(Source source, int size) {
            this.source = source;
            this.size = size;
            this.current = source.page(0, size).iterator();
        }

        public boolean hasNext() {
            while (!current.hasNext() && page + 1 < source.pages(size)) {
                current = source.page(++page, size).iterator();
            }
            return current.hasNext();
        }

        public String next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return current.next();
        }
    }

    static List<String> all(Source source) {
        List<String> found = new ArrayList<>();
        Pages pages = new Pages(source, 2);
        while (pages.hasNext()) {
            found.add(pages.next());
        }
        return found;
    }

    public static void main(String[] args) {
        Source source = new Source(List.of("ada", "bob", "cyd", "dan", "eve"));
        System.out.println(all(source));
    }
}
