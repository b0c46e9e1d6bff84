// A labelled continue goes to the wrong loop.
public class Labelled {
    static int primes(int limit) {
        int count = 0;
        outer:
        for (int n = 2; n < limit; n++) {
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) { // BUG here
                    continue; // BUG
                    // GOOD: continue outer;
                }
            }
            count++;
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(primes(10));
    }
}
