public class Main {
    static int start(int n) {
        return n + 1;
    }

    static int step(int n) {
        return n + 2;
    }

    static boolean below(int n, int limit) {
        return n < limit;
    }

    public static void main(String[] args) {
        int seen = 0;
        for (int i = start(0), j = 9; below(i, j); i = step(i), j--) {
            seen += j - i;
        }
        for (int k = 5; k < 5; k++) {
            seen = -1;
        }
        int m = 3;
        while (m-- > 1) {
            seen++;
        }
        System.out.println(seen + " " + m);
    }
}
