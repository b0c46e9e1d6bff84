public class Main {
    static int depth;

    static int dive(int n) {
        depth++;
        return dive(n + 1) + 1;
    }

    static String probe() {
        try {
            dive(0);
            return "returned";
        } catch (StackOverflowError e) {
            return depth > 100 ? "overflow" : "early";
        }
    }

    static int after(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        System.out.println(probe() + after(1));
    }
}
