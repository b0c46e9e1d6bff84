public class Main {
    record Range(int low, int high) {
        static int made = 0;

        Range {
            if (low > high) {
                int swap = low;
                low = high;
                high = swap;
            }
            made++;
        }

        Range(int only) {
            this(only, only);
        }

        public int high() {
            return high + 1;
        }
    }

    record Pair<A, B>(A first, B second) {}

    public static void main(String[] args) {
        Range range = new Range(5, 2);
        Pair<Range, String> pair = new Pair<>(new Range(7), "x");
        System.out.println(range.low() + " " + range.high() + " " + pair.second() + " " + pair.first().low());
        System.out.println(range.equals(new Range(2, 5)));
    }
}
