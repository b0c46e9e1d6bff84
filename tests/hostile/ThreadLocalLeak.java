// A thread local is not put back by one routine, and an innocent one that only reads it shows the wrong value.
public class ThreadLocalLeak {
    private static final ThreadLocal<String> USER = ThreadLocal.withInitial(() -> "nobody");

    static String current() {
        return USER.get();
    }

    static int as(String user, String text) {
        String before = USER.get();
        USER.set(user);
        int length = audit(text);
        USER.set(user); // BUG
        // GOOD: USER.set(before);
        return length;
    }

    static int audit(String text) {
        return text.length() + current().length();
    }

    static String greet() {
        return "hello " + current();
    }

    public static void main(String[] args) {
        int length = as("admin", "opened");
        System.out.println(length + " " + greet());
    }
}
