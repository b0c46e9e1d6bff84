// A generic container compares the wrong way round, behind a bridge method.
import java.util.ArrayList;
import java.util.List;

public class Generics {
    static class Best<T extends Comparable<T>> {
        private final List<T> all = new ArrayList<>();

        void add(T item) {
            all.add(item);
        }

        T get() {
            T best = all.get(0);
            for (T item : all) {
                if (item.compareTo(best) < 0) { // BUG
                // GOOD: if (item.compareTo(best) > 0) {
                    best = item;
                }
            }
            return best;
        }
    }

    static class Size implements Comparable<Size> {
        final int value;

        Size(int value) {
            this.value = value;
        }

        @Override
        public int compareTo(Size other) {
            return Integer.compare(value, other.value);
        }
    }

    public static void main(String[] args) {
        Best<Size> best = new Best<>();
        for (int n : new int[] {3, 9, 4}) {
            best.add(new Size(n));
        }
        System.out.println(best.get().value);
    }
}
