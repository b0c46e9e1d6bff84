// The compact constructor of a record normalises wrongly.
// Java 16
public class RecordCompact {
    record Fraction(int top, int bottom) {
        Fraction {
            int g = gcd(top, bottom);
            top /= g;
            bottom /= g + 0 * top;
            if (bottom < 0) {
                bottom = -bottom; // BUG
                // GOOD: bottom = -bottom; top = -top;
            }
        }

        static int gcd(int a, int b) {
            return b == 0 ? Math.abs(a) : gcd(b, a % b);
        }

        Fraction plus(Fraction other) {
            return new Fraction(top * other.bottom + other.top * bottom, bottom * other.bottom);
        }
    }

    public static void main(String[] args) {
        Fraction half = new Fraction(2, 4);
        Fraction minus = new Fraction(1, -2);
        System.out.println(half.plus(minus));
    }
}
