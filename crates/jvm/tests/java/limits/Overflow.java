/** Overflows the stack in several ways; the open nodes must be exactly those of the calls still running. */
public class Overflow {
    static int finished;

    static int open() throws Exception {
        return Class.forName("java.lang.ElenchusRecorder").getField("open").getInt(null);
    }

    static int down(int n) {
        return down(n + 1) + 1;
    }

    static int guarded(int n) {
        try {
            return guarded(n + 1) + 1;
        } finally {
            finished++;
        }
    }

    static int inLoops(int n) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            do {
                sum += inLoops(n + 1);
            } while (sum < 0);
        }
        return sum;
    }

    static class Deep {
        final Deep next;

        Deep(Deep next) {
            this.next = next;
        }

        Deep(int n) {
            this(new Deep(n + 1));
        }
    }

    static void check(String what, int before) throws Exception {
        // This call itself is open.
        int now = open() - 2;
        if (now != before) {
            throw new AssertionError(what + ": " + before + " nodes were open, now " + now);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            int before = open() - 1;
            try {
                down(0);
            } catch (StackOverflowError e) {
                check("down", before);
            }
            try {
                guarded(0);
            } catch (StackOverflowError e) {
                check("guarded", before);
            }
            try {
                inLoops(0);
            } catch (StackOverflowError e) {
                check("inLoops", before);
            }
            try {
                new Deep(0);
            } catch (StackOverflowError e) {
                check("Deep", before);
            }
        }
        System.out.println("balanced " + (finished > 0));
    }
}
