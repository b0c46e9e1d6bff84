// A retry gives up one attempt too early.
public class Retry {
    static class Flaky {
        private int calls;

        int call() {
            calls++;
            if (calls < 3) {
                throw new IllegalStateException("busy");
            }
            return 42;
        }
    }

    static int retry(Flaky flaky, int attempts) {
        for (int i = 1; i < attempts; i++) { // BUG
        // GOOD: for (int i = 1; i <= attempts; i++) {
            try {
                return flaky.call();
            } catch (IllegalStateException e) {
                continue;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        System.out.println(retry(new Flaky(), 3));
    }
}
