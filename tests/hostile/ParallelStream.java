// A reduction that is not associative gives a wrong sum.
import java.util.stream.IntStream;

public class ParallelStream {
    static int weight(int n) {
        return n % 3 == 0 ? n - 1 : n; // BUG
        // GOOD: return n;
    }

    static int sum(int limit) {
        return IntStream.rangeClosed(1, limit).parallel().map(ParallelStream::weight).sum();
    }

    public static void main(String[] args) {
        System.out.println(sum(10));
    }
}
