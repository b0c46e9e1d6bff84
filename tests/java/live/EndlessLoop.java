/**
 * Counts how often a number can be halved.
 *
 * <p>Planted bug: 0 never becomes 1, however often it is halved.
 */
public final class EndlessLoop {
    public static void main(String[] arguments) {
        int[] numbers = {8, 64, 0, 32};
        int sum = 0;
        for (int number : numbers) {
            sum += halvings(number);
        }
        System.out.println(sum);
    }

    private static int halvings(int number) {
        int count = 0;
        while (number != 1) {
            number = half(number);
            count++;
        }
        return count;
    }

    private static int half(int number) {
        return number / 2;
    }
}
