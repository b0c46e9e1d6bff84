// A token bucket on a clock that is passed in: it fills beyond its size.
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

public class RateLimiter {
    static class Bucket {
        private final int size;
        private final Duration perToken;
        private double tokens;
        private Instant filled;

        Bucket(int size, Duration perToken, Instant now) {
            this.size = size;
            this.perToken = perToken;
            this.tokens = size;
            this.filled = now;
        }

        boolean take(Instant now) {
            fill(now);
            if (tokens < 1) {
                return false;
            }
            tokens--;
            return true;
        }

        private void fill(Instant now) {
            double fresh = (double) Duration.between(filled, now).toMillis() / perToken.toMillis();
            tokens = tokens + fresh; // BUG
            // GOOD: tokens = Math.min(size, tokens + fresh);
            filled = now;
        }
    }

    private final Map<String, Bucket> buckets = new HashMap<>();

    boolean allow(String client, Instant now) {
        Bucket bucket = buckets.computeIfAbsent(client, c -> new Bucket(2, Duration.ofSeconds(10), now));
        return bucket.take(now);
    }

    public static void main(String[] args) {
        RateLimiter limiter = new RateLimiter();
        Instant start = Instant.parse("2026-05-01T10:00:00Z");
        int allowed = 0;
        allowed += limiter.allow("ada", start) ? 1 : 0;
        for (int i = 0; i < 4; i++) {
            allowed += limiter.allow("ada", start.plusSeconds(60)) ? 1 : 0;
        }
        System.out.println(allowed + " allowed");
    }
}
