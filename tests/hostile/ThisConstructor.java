// An exception leaves a constructor inside this(…).
public class ThisConstructor {
    static class Span {
        final int from;
        final int to;

        Span(int from, int to) {
            if (to <= from) { // BUG
            // GOOD: if (to < from) {
                throw new IllegalArgumentException(from + " to " + to);
            }
            this.from = from;
            this.to = to;
        }

        Span(int at) {
            this(at, at);
        }
    }

    static int length(int at) {
        try {
            Span span = new Span(at);
            return span.to - span.from;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Span(1, 2).to);
        System.out.println(length(5));
    }
}
