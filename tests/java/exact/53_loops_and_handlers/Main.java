public class Main {
    static int attempts;

    static int attempt(int n) {
        attempts++;
        if (n % 2 == 1) {
            throw new IllegalArgumentException("odd");
        }
        return n;
    }

    static int retry(int limit) {
        int good = 0;
        for (int n = 0; n < limit; n++) {
            try {
                good += attempt(n);
                if (good > 1) {
                    break;
                }
            } catch (IllegalArgumentException e) {
                good--;
                continue;
            } finally {
                attempts += 10;
            }
            good += 100;
        }
        return good;
    }

    public static void main(String[] args) {
        System.out.println(retry(9) + " " + attempts);
    }
}
