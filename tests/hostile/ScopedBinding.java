// A scoped value is bound by one routine and read far below by innocent ones.
// Java 25
public class ScopedBinding {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();

    static String bound(String name) {
        return name.isEmpty() ? "guest" : name.substring(0, 1); // BUG
        // GOOD: return name.isEmpty() ? "guest" : name;
    }

    static String greeting() {
        return "hello " + USER.get();
    }

    static String greet(String name) {
        return ScopedValue.where(USER, bound(name)).call(ScopedBinding::greeting);
    }

    public static void main(String[] args) {
        System.out.println(greet("") + ", " + greet("ada"));
    }
}
