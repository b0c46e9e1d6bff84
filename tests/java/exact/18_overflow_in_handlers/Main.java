public class Main {
    static int handled;

    static void dive(int n) {
        try {
            dive(n + 1);
        } catch (StackOverflowError e) {
            note(n);
            throw e;
        }
    }

    static void note(int n) {
        handled = add(handled, n > 0 ? 1 : 0);
    }

    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) {
        try {
            dive(0);
        } catch (StackOverflowError e) {
            System.out.println(handled > 0);
        }
        System.out.println(add(1, 2));
    }
}
