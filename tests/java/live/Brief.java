/**
 * Adds some numbers, takes a rest, and ends with an exception.
 *
 * <p>Planted bug: three is added as four.
 */
public final class Brief {
    private static int sum;

    public static void main(String[] arguments) throws InterruptedException {
        for (int number = 1; number <= 3; number++) {
            add(number);
        }
        rest(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3_000);
        if (sum != 6) {
            throw new IllegalStateException("the sum is " + sum);
        }
    }

    private static void add(int number) {
        sum += number == 3 ? 4 : number;
    }

    private static void rest(int milliseconds) throws InterruptedException {
        Thread.sleep(milliseconds);
    }
}
