import java.util.Iterator;

public class Main {
    static class Countdown implements Iterable<Integer> {
        private final int from;

        Countdown(int from) {
            this.from = from;
        }

        public Iterator<Integer> iterator() {
            return new Ticks(from);
        }
    }

    static class Ticks implements Iterator<Integer> {
        int next;

        Ticks(int next) {
            this.next = next;
        }

        public boolean hasNext() {
            return next > 0;
        }

        public Integer next() {
            return next--;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int tick : new Countdown(2))
            sum = sum * 10 + tick;
        System.out.println(sum);
    }
}
