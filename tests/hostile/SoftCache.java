// A cache behind soft references keeps what was computed for another key.
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;

public class SoftCache {
    private final Map<Integer, SoftReference<int[]>> rows = new HashMap<>();

    int[] row(int n) {
        SoftReference<int[]> known = rows.get(key(n));
        int[] row = known == null ? null : known.get();
        if (row == null) {
            row = compute(n);
            rows.put(key(n), new SoftReference<>(row));
        }
        return row;
    }

    private static int key(int n) {
        return n & 3; // BUG
        // GOOD: return n & 7;
    }

    private static int[] compute(int n) {
        int[] row = new int[n + 1];
        row[0] = 1;
        for (int i = 1; i <= n; i++) {
            row[i] = row[i - 1] * (n - i + 1) / i;
        }
        return row;
    }

    int largest(int n) {
        int largest = 0;
        for (int number : row(n)) {
            largest = Math.max(largest, number);
        }
        return largest;
    }

    public static void main(String[] args) {
        SoftCache cache = new SoftCache();
        System.out.println(cache.largest(2) + " " + cache.largest(5) + " " + cache.largest(6));
    }
}
