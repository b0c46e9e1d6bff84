import java.util.stream.IntStream;

/** A run of 10^8 calls, and a call with 10^6 direct parts, for `measure.sh`. */
public class Many {
    int sum;

    static int next(int n) {
        return n + 1;
    }

    int step(int n) {
        sum += next(n);
        return sum;
    }

    int deep(int depth, int n) {
        if (depth == 0) {
            return step(n);
        }
        int all = 0;
        for (int i = 0; i < 10; i++) {
            all += deep(depth - 1, n + i);
        }
        return all;
    }

    void wide(int parts) {
        IntStream.range(0, parts).forEach(n -> step(n));
    }

    void flat(int times) {
        for (int i = 0; i < times; i++) {
            step(i);
        }
    }

    public static void main(String[] args) {
        Many many = new Many();
        many.deep(7, 1);
        many.wide(1_000_000);
        many.flat(33_000_000);
        System.out.println(many.sum);
    }
}
