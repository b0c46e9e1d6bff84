public class Main {
    long total;
    double mean;

    double update(long a, int count, double b, float f, long c) {
        total = a + c;
        mean = b / count + f;
        return mean;
    }

    static long power(long base, int exponent) {
        long result = 1L;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }

    public static void main(String[] args) {
        Main main = new Main();
        double mean = main.update(1L << 40, 4, 1.0, 0.5f, -1L);
        long power = power(-2, 3);
        System.out.println(main.total + " " + mean + " " + power + " " + main.update(0, 0, 0.0, 0f, Long.MIN_VALUE));
    }
}
