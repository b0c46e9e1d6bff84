// A visitor over a sealed hierarchy forgets a sign.
// Java 17
public class SealedVisitor {
    sealed interface Expr permits Num, Neg, Add {}

    record Num(int value) implements Expr {}

    record Neg(Expr inner) implements Expr {}

    record Add(Expr left, Expr right) implements Expr {}

    static int eval(Expr expr) {
        if (expr instanceof Num num) {
            return num.value();
        } else if (expr instanceof Neg neg) {
            return eval(neg.inner()); // BUG
            // GOOD: return -eval(neg.inner());
        } else if (expr instanceof Add add) {
            return eval(add.left()) + eval(add.right());
        }
        throw new IllegalArgumentException();
    }

    public static void main(String[] args) {
        System.out.println(eval(new Add(new Num(7), new Neg(new Num(3)))));
    }
}
