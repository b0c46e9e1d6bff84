// A record overrides an accessor wrongly.
// Java 16
public class RecordAccessor {
    record Money(long cents, String currency) {
        @Override
        public long cents() {
            return Math.abs(cents); // BUG
            // GOOD: return cents;
        }
    }

    static long sum(Money... all) {
        long sum = 0;
        for (Money money : all) {
            sum += money.cents();
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(new Money(500, "EUR"), new Money(-200, "EUR")));
    }
}
