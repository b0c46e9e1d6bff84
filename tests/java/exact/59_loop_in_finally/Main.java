public class Main {
    static int cleaned;

    static int work(int n) {
        try {
            if (n == 0) {
                return 7;
            }
            if (n == 1) {
                throw new IllegalStateException("one");
            }
        } finally {
            for (int i = 0; i < 2; i++) {
                cleaned += i + n;
            }
        }
        return n;
    }

    public static void main(String[] args) {
        int result = work(0);
        try {
            work(1);
        } catch (IllegalStateException e) {
            result++;
        }
        System.out.println(result + work(2) + " " + cleaned);
    }
}
