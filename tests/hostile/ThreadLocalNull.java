// A thread local that holds null is not one that holds nothing: that one starts anew.
public class ThreadLocalNull {
    private static final ThreadLocal<String> NAME = ThreadLocal.withInitial(() -> "new");

    static void forget(boolean all) {
        NAME.set(null); // BUG
        // GOOD: if (all) NAME.remove(); else NAME.set(null);
    }

    static String name() {
        String name = NAME.get();
        return name == null ? "none" : name;
    }

    static String told() {
        NAME.set("first");
        String first = name();
        forget(true);
        return first + " " + name();
    }

    public static void main(String[] args) {
        System.out.println(told());
    }
}
