// A mask is built from the wrong bit.
public class Bitmask {
    static final int READ = 1;
    static final int WRITE = 1 << 1;
    static final int RUN = 1 << 2;

    static int grant(int rights, int right) {
        return rights ^ right; // BUG
        // GOOD: return rights | right;
    }

    static boolean may(int rights, int right) {
        return (rights & right) != 0;
    }

    static String describe(int rights) {
        return (may(rights, READ) ? "r" : "-") + (may(rights, WRITE) ? "w" : "-") + (may(rights, RUN) ? "x" : "-");
    }

    public static void main(String[] args) {
        int rights = 0;
        for (int right : new int[] {READ, WRITE, READ}) {
            rights = grant(rights, right);
        }
        System.out.println(describe(rights));
    }
}
