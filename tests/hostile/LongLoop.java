// A long loop goes wrong in one of many iterations.
public class LongLoop {
    static int hash(int n) {
        int hash = 7;
        for (int i = 0; i < n; i++) {
            hash = hash * 31 + (i == 3000 ? 1 : i); // BUG
            // GOOD: hash = hash * 31 + i;
        }
        return hash;
    }

    public static void main(String[] args) {
        System.out.println(hash(5));
        System.out.println(hash(5000));
    }
}
