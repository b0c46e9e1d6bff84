// A side effect is skipped by a short circuit.
public class ShortCircuit {
    private int checks;

    boolean check(int n) {
        checks++;
        return n > 0;
    }

    boolean all(int a, int b) {
        return check(a) && check(b); // BUG
        // GOOD: return check(a) & check(b);
    }

    int checks() {
        return checks;
    }

    public static void main(String[] args) {
        ShortCircuit checker = new ShortCircuit();
        checker.all(0, 1);
        checker.all(1, 1);
        System.out.println(checker.checks());
    }
}
