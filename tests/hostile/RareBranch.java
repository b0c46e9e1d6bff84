// What is given depends on chance, so that no run can be compared; only the last of many took the wrong branch.
public class RareBranch {
    static int kind(long seed, int n) {
        int kind = (int) (seed & 1);
        if (n == 399) {
            kind += 3; // BUG
            // GOOD: kind += 2;
        }
        return kind - (int) (seed & 1);
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int n = 0; n < 400; n++) {
            sum += kind(System.nanoTime() ^ System.identityHashCode(new Object()), n);
        }
        System.out.println(sum);
    }
}
