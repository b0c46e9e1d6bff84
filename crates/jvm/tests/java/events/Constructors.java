public class Constructors {
    static class Base {
        int base = 1;

        Base(int x) {
            if (x < 0)
                throw new IllegalArgumentException();
            base = x;
        }
    }

    static class Derived extends Base {
        final String name;
        long big;

        Derived(String name, int x) {
            super(check(x));
            this.name = name;
            big = 5L;
        }

        Derived(int x) {
            this("d" + x, x);
        }
    }

    static int check(int x) {
        if (x == 99)
            throw new IllegalStateException();
        return x;
    }

    class Inner {
        int own;

        Inner() {
            own = outer;
        }
    }

    int outer = 7;

    Runnable capturing(int value) {
        class Local implements Runnable {
            public void run() {
                outer = value;
            }
        }
        return new Local();
    }

    static void make(String name, int x) {
        try {
            new Derived(name, x);
        } catch (IllegalArgumentException e) {
            new Derived(2);
        }
    }

    static void makeWithoutHandler(int x) {
        new Derived(x);
    }

    public static void main(String[] args) {
        make("a", 1);
        make("b", -1);
        try {
            makeWithoutHandler(-5);
        } catch (RuntimeException e) {
            check(3);
        }
        try {
            makeWithoutHandler(99);
        } catch (RuntimeException e) {
            check(4);
        }
        Constructors c = new Constructors();
        Inner inner = c.new Inner();
        c.capturing(inner.own + 1).run();
    }
}
