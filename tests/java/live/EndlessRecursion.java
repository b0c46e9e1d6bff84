/**
 * The greatest common divisor, again and again.
 *
 * <p>Planted bug: the rest of the division is thrown away, so that the recursion never comes to an end.
 */
public final class EndlessRecursion {
    public static void main(String[] arguments) {
        System.out.println(add(2, 3));
        System.out.println(divisor(12, 18));
    }

    private static int add(int left, int right) {
        return left + right;
    }

    private static int divisor(int left, int right) {
        if (right == 0) {
            return left;
        }
        return divisor(right, left);
    }
}
