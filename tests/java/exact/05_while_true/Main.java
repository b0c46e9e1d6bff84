public class Main {
    static int collatz(int n) {
        int steps = 0;
        while (true) {
            if (n == 1) {
                break;
            }
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int endless() {
        int n = 10;
        for (;;) {
            n -= 4;
            if (n < 0)
                return n;
        }
    }

    public static void main(String[] args) {
        System.out.println(collatz(4) + " " + endless());
    }
}
