// A text with an identity hash code differs in every run; the bug is elsewhere.
public class IdentityHash {
    static class Session {
        private final String name = "session-" + System.identityHashCode(this);
        private int count;

        String name() {
            return name;
        }

        int touch(int times) {
            count += times * 2; // BUG
            // GOOD: count += times;
            return count;
        }
    }

    static String describe(Session session) {
        return session.name().substring(0, 8);
    }

    public static void main(String[] args) {
        Session session = new Session();
        String text = describe(session);
        System.out.println(text + session.touch(3));
    }
}
