// The initialiser of an instance field is wrong: constructors run it.
public class FieldInitialiser {
    static class Counter {
        private int step = 2; // BUG
        // GOOD: private int step = 1;
        private int value;

        Counter(int start) {
            value = start;
        }

        int next() {
            value += step;
            return value;
        }
    }

    static int third(int start) {
        Counter counter = new Counter(start);
        counter.next();
        counter.next();
        return counter.next();
    }

    public static void main(String[] args) {
        System.out.println(third(10));
    }
}
