public class Main {
    static int tries;

    static int unreliable(int n) {
        tries++;
        if (tries < n) {
            throw new IllegalStateException("try " + tries);
        }
        return tries;
    }

    static int retry(int n) {
        for (;;) {
            try {
                return unreliable(n);
            } catch (IllegalStateException e) {
                n--;
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(retry(4) + " " + tries);
    }
}
