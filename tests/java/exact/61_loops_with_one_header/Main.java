public class Main {
    static int rounds(int n) {
        int rounds = 0;
        while (true) {
            while (n % 2 == 0) {
                n /= 2;
            }
            rounds++;
            if (n == 1) {
                return rounds;
            }
            n = n - 1;
        }
    }

    public static void main(String[] args) {
        System.out.println(rounds(12));
    }
}
