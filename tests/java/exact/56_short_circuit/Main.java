public class Main {
    static int calls;

    static boolean yes(int n) {
        calls += n;
        return true;
    }

    static boolean no(int n) {
        calls -= n;
        return false;
    }

    static String test(int n) {
        if (no(n) && yes(1) || yes(2) & no(3)) {
            return "then";
        } else if (n > 0 ? yes(4) : no(5)) {
            return "else if";
        }
        return "none";
    }

    public static void main(String[] args) {
        System.out.println(test(1) + ", " + test(0) + ", " + calls);
    }
}
