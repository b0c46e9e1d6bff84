import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Values of every kind cross recorded calls; no method of the user's classes may run because of it. */
public class Values {
    enum Colour { RED, GREEN { @Override public String toString() { throw new Error("ran"); } } }

    record Pair(int left, String right) {}

    static class Touchy {
        int secret = 7;
        @Override public String toString() { throw new Error("toString ran"); }
        @Override public int hashCode() { throw new Error("hashCode ran"); }
        @Override public boolean equals(Object other) { throw new Error("equals ran"); }
    }

    static class Failure extends Exception {
        final int code;
        Failure(String message, Throwable cause, int code) { super(message, cause); this.code = code; }
        @Override public String getMessage() { throw new Error("getMessage ran"); }
    }

    static class Base { int inherited; }

    static class Derived extends Base { void set(int value) { inherited = value; } }

    static Object same(Object value) { return value; }

    static void builder(StringBuilder text) {}

    static void primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) {}

    static void fail() throws Failure { throw new Failure("broken", new IllegalStateException("inner"), 42); }

    static int[] fill(int[] target) { System.arraycopy(new int[] {4, 5, 6}, 0, target, 1, 2); return target; }

    public static void main(String[] args) throws Exception {
        primitives(true, (byte) -1, 'x', (short) -300, 70000, 1L << 40, 1.5f, -0.25);
        same(null);
        same("plain");
        same("gr\u00fc\u00df \u03a9");
        same(12);
        same(100000);
        same(5_000_000_000L);
        same('c');
        same(true);
        same(2.5);
        same(Colour.RED);
        same(Colour.GREEN);
        same(String.class);
        same(new BigInteger("123456789012345678901234567890"));
        same(new BigDecimal("1.50"));
        same(LocalDate.of(2026, 11, 15));
        same(Duration.ofSeconds(90));
        same(UUID.fromString("0fedcba9-8765-4321-a0bc-00d00e000f01"));
        same(new Pair(3, "three"));
        same(new Touchy());
        same(new Object());
        same(Optional.of("inside"));
        AtomicInteger counter = new AtomicInteger(1);
        same(counter);
        counter.incrementAndGet();
        same(counter);
        StringBuilder text = new StringBuilder("ab");
        builder(text);
        builder(text);
        text.append("c");
        builder(text);
        builder(new StringBuilder("x".repeat(5000)));
        try { fail(); } catch (Failure failure) { same(failure.code); }
        new Derived().set(9);
        same(new int[][] {{1, 2}, {3}});
        fill(new int[4]);
        List<Object> list = new ArrayList<>();
        list.add(list);
        same(list);
    }
}
