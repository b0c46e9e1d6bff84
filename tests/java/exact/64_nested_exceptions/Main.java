public class Main {
    static int depth;

    static int level(int n) {
        depth = n;
        try {
            if (n == 0) {
                return 10 / n;
            }
            return level(n - 1);
        } catch (ArithmeticException e) {
            if (n < 2) {
                throw e;
            }
            return depth + handled(e);
        }
    }

    static int handled(Exception e) {
        return e.getMessage().length();
    }

    public static void main(String[] args) {
        System.out.println(level(3));
    }
}
