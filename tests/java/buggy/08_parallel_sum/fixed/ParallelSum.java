import java.util.ArrayList;
import java.util.List;

/** Counts multiples of a number in a range, each thread in its own slice. */
public class ParallelSum {
    static final class Slice {
        final int from;
        final int to;

        Slice(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    static final class Counter extends Thread {
        private final Slice slice;
        private final int divisor;
        int found;

        Counter(Slice slice, int divisor) {
            this.slice = slice;
            this.divisor = divisor;
        }

        @Override
        public void run() {
            for (int n = slice.from; n < slice.to; n++) {
                if (n % divisor == 0) {
                    found++;
                }
            }
        }
    }

    static Slice slice(int index, int parts, int limit) {
        int size = limit / parts;
        int from = index * size;
        int to = index == parts - 1 ? limit : from + size;
        return new Slice(from, to);
    }

    static int count(int limit, int divisor, int parts) throws InterruptedException {
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            Counter counter = new Counter(slice(i, parts, limit), divisor);
            counters.add(counter);
            counter.start();
        }
        int total = 0;
        for (Counter counter : counters) {
            counter.join();
            total += counter.found;
        }
        return total;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("one thread: " + count(300, 2, 1));
        System.out.println("four threads: " + count(300, 2, 4));
    }
}
