import java.util.stream.IntStream;

public class Main {
    static boolean odd(int n) {
        return n % 2 == 1;
    }

    static int square(int n) {
        return n * n;
    }

    public static void main(String[] args) {
        int sum = IntStream.of(1, 2, 3).filter(n -> odd(n)).map(Main::square).sum();
        System.out.println(sum);
    }
}
