// An iterator that looks ahead and forgets the last element.
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

public class FilteringIterator {
    static class Even implements Iterator<Integer> {
        private final Iterator<Integer> inner;
        private Integer ready;

        Even(Iterator<Integer> inner) {
            this.inner = inner;
            advance();
        }

        private void advance() {
            ready = null;
            while (inner.hasNext()) {
                int n = inner.next();
                if (n % 2 == 0 && inner.hasNext()) { // BUG
                // GOOD: if (n % 2 == 0) {
                    ready = n;
                    return;
                }
            }
        }

        @Override
        public boolean hasNext() {
            return ready != null;
        }

        @Override
        public Integer next() {
            if (ready == null) {
                throw new NoSuchElementException();
            }
            Integer value = ready;
            advance();
            return value;
        }
    }

    static String join(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (Iterator<Integer> even = new Even(numbers.iterator()); even.hasNext(); ) {
            text.append(even.next()).append(' ');
        }
        return text.toString();
    }

    public static void main(String[] args) {
        System.out.println(join(List.of(2, 3, 5)));
        System.out.println(join(List.of(1, 2, 4)));
    }
}
