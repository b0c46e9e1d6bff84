public class Main {
    static class Base {
        Base(int n) {
            if (n < 0) {
                throw new IllegalStateException("negative");
            }
        }
    }

    static class Derived extends Base {
        int n;

        Derived(int n) {
            super(check(n));
            this.n = n;
        }

        static int check(int n) {
            return n - 1;
        }
    }

    static int make(int n) {
        try {
            return new Derived(n).n;
        } catch (IllegalStateException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        System.out.println(make(0) + " " + make(1));
    }
}
