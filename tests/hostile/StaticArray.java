// An array computed by a static initialiser through a method of its own.
public class StaticArray {
    static class Primes {
        static final boolean[] COMPOSITE = sieve(50);

        static boolean[] sieve(int limit) {
            boolean[] composite = new boolean[limit];
            for (int i = 2; i < limit; i++) {
                for (int j = i * i + i; j < limit; j += i) { // BUG
                // GOOD: for (int j = i * i; j < limit; j += i) {
                    composite[j] = true;
                }
            }
            return composite;
        }
    }

    static int next(int from) {
        int n = from + 1;
        while (Primes.COMPOSITE[n]) {
            n++;
        }
        return n;
    }

    public static void main(String[] args) {
        System.out.println(next(10));
        System.out.println(next(23));
    }
}
