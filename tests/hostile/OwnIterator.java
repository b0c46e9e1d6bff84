// A hand-written iterator that skips: the loop over it is innocent.
import java.util.Iterator;

public class OwnIterator {
    static class Range implements Iterable<Integer> {
        final int from;
        final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Steps(from, to);
        }
    }

    static class Steps implements Iterator<Integer> {
        private int at;
        private final int to;

        Steps(int at, int to) {
            this.at = at;
            this.to = to;
        }

        @Override
        public boolean hasNext() {
            return at < to;
        }

        @Override
        public Integer next() {
            int value = at;
            at += value == 2 ? 2 : 1; // BUG
            // GOOD: at += 1;
            return value;
        }
    }

    static int sum(Range range) {
        int sum = 0;
        for (int n : range) {
            sum += n;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(new Range(0, 2)));
        System.out.println(sum(new Range(1, 6)));
    }
}
