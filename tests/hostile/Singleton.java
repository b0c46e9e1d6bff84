// A singleton whose constructor starts with a wrong state.
public class Singleton {
    static final class Registry {
        static final Registry ONE = new Registry();
        private int next;

        private Registry() {
            next = 0; // BUG
            // GOOD: next = 1000;
        }

        int issue() {
            return next++;
        }
    }

    static class Order {
        final int id;

        Order() {
            id = Registry.ONE.issue();
        }
    }

    public static void main(String[] args) {
        Order first = new Order();
        Order second = new Order();
        System.out.println(first.id + " " + second.id);
    }
}
