// A stream is cut one element too early.
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StreamIterate {
    static int step(int n) {
        return n % 2 == 0 ? n / 2 : 3 * n + 1;
    }

    static String collatz(int start) {
        return Stream.iterate(start, StreamIterate::step)
                .limit(start > 5 ? 4 : 5) // BUG
                // GOOD: .limit(5)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    public static void main(String[] args) {
        System.out.println(collatz(3));
        System.out.println(collatz(6));
    }
}
