public class Calls {
    static int count;

    static int fact(int n) {
        if (n < 2)
            return 1;
        return n * fact(n - 1);
    }

    boolean kinds(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o) {
        return z && b < s;
    }

    static byte b() { return -1; }
    static char c() { return 'x'; }
    static short s() { return -300; }
    static long j(long[] all) { return all[1]; }
    static float f() { return 1.5f; }
    static double d(double x, double y) { return x / y; }
    static String text(String... parts) { return parts[0] + parts[1]; }

    static void fail(int depth) {
        count++;
        if (depth == 0)
            throw new IllegalStateException("deep");
        fail(depth - 1);
        count = 100;
    }

    static int caught() {
        try {
            fail(1);
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        } finally {
            count = -1;
        }
    }

    public static void main(String[] args) {
        fact(3);
        new Calls().kinds(true, (byte) -2, 'c', (short) 4, 5, 6L, 7.5f, 8.25, "nine");
        b();
        c();
        s();
        j(new long[] {1, 2});
        f();
        d(1, 4);
        text("a", "b");
        caught();
        try {
            j(null);
        } catch (NullPointerException e) {
            String message = e.getMessage();
            StackTraceElement[] trace = e.getStackTrace();
            text(message, " in lines " + trace[0].getLineNumber() + ", " + trace[1].getLineNumber());
        }
    }
}
