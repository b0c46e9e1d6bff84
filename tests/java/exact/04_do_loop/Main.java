public class Main {
    static int digits(int n) {
        int count = 0;
        do {
            count++;
            n = n / 10;
        } while (positive(n));
        return count;
    }

    static boolean positive(int n) {
        return n > 0;
    }

    public static void main(String[] args) {
        System.out.println(digits(42) + " " + digits(0));
    }
}
