// One of two overloads is wrong.
public class Overload {
    static int cost(int pieces) {
        return pieces * 3;
    }

    static int cost(double weight) {
        return (int) (weight * 3); // BUG
        // GOOD: return (int) Math.ceil(weight * 3);
    }

    static int total(int pieces, double weight) {
        return cost(pieces) + cost(weight);
    }

    public static void main(String[] args) {
        System.out.println(total(2, 1.5));
    }
}
