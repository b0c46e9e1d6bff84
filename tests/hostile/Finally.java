// A finally block overwrites what was computed.
public class Finally {
    static class Meter {
        int level;

        int use(int amount) {
            int before = level;
            try {
                level += amount;
                if (level > 10) {
                    throw new IllegalStateException("full");
                }
                return level;
            } finally {
                if (level > 9) { // BUG
                // GOOD: if (level > 10) {
                    level = before;
                }
            }
        }
    }

    static int fill(Meter meter, int... amounts) {
        for (int amount : amounts) {
            try {
                meter.use(amount);
            } catch (IllegalStateException e) {
                continue;
            }
        }
        return meter.level;
    }

    public static void main(String[] args) {
        System.out.println(fill(new Meter(), 4, 6, 5));
    }
}
