import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/** Iterators that leave elements out. */
public class Filtering {
    static <T> Iterable<T> filter(Iterable<T> source, Predicate<? super T> test) {
        return () -> new FilterIterator<>(source.iterator(), test);
    }

    static <T> int count(Iterable<T> items) {
        int count = 0;
        for (T item : items) {
            count++;
        }
        return count;
    }

    public static void main(String[] args) {
        List<Integer> numbers = List.of(1, 2, 4, 5, 7, 8);
        Iterable<Integer> even = filter(numbers, n -> n % 2 == 0);
        StringBuilder out = new StringBuilder();
        for (int n : even) {
            out.append(n).append(' ');
        }
        System.out.println(out.toString().trim());
        System.out.println(count(filter(List.of("a", "bb", "cc"), s -> s.length() == 2)));
    }
}

class FilterIterator<T> implements Iterator<T> {
    private final Iterator<T> source;
    private final Predicate<? super T> test;
    private T next;
    private boolean ready;

    FilterIterator(Iterator<T> source, Predicate<? super T> test) {
        this.source = source;
        this.test = test;
        advance();
    }

    private void advance() {
        ready = false;
        while (source.hasNext()) {
            T candidate = source.next();
            if (test.test(candidate)) {
                next = candidate;
                ready = source.hasNext();
                return;
            }
        }
    }

    @Override
    public boolean hasNext() {
        return ready;
    }

    @Override
    public T next() {
        if (!ready) {
            throw new NoSuchElementException();
        }
        T result = next;
        advance();
        return result;
    }
}
