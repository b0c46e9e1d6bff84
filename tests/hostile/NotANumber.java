// A comparison with something that is not a number is always false, and minus zero equals zero.
public class NotANumber {
    static double largest(double[] numbers) {
        double largest = Double.NaN; // BUG
        // GOOD: double largest = Double.NEGATIVE_INFINITY;
        for (double number : numbers) {
            if (number > largest) {
                largest = number;
            }
        }
        return largest;
    }

    static double sign(double number) {
        double zero = 0.0; // OLD
        return number > zero ? 1 : number < zero ? -1 : number; // OLD
        // GOOD: return number > 0 ? 1 : number < 0 ? -1 : number;
    }

    public static void main(String[] args) {
        double[] numbers = {-0.0, 2.5, -7};
        double signs = sign(numbers[0]) + sign(numbers[1]) + sign(numbers[2]);
        System.out.println(largest(numbers) + " " + signs);
    }
}
