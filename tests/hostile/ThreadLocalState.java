// A thread local starts from the wrong value.
public class ThreadLocalState {
    private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 1); // BUG
    // GOOD: private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

    static int enter() {
        DEPTH.set(DEPTH.get() + 1);
        return DEPTH.get();
    }

    static void leave() {
        DEPTH.set(DEPTH.get() - 1);
    }

    static int nested(int levels) {
        int deepest = 0;
        for (int i = 0; i < levels; i++) {
            deepest = Math.max(deepest, enter());
        }
        for (int i = 0; i < levels; i++) {
            leave();
        }
        return deepest;
    }

    public static void main(String[] args) {
        System.out.println(nested(3));
    }
}
