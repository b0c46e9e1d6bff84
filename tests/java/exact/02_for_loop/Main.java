public class Main {
    static int square(int n) {
        return n * n;
    }

    static int sum(int limit) {
        int sum = 0;
        for (int i = 1; i <= limit; i++) {
            int term = square(i);
            sum += term;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(3));
    }
}
