package lib;

import java.util.function.Consumer;

/** Code that is not recorded. */
public class Tools {
    public Tools(int[] numbers) { numbers[2] = 99; }

    public static void reverse(int[] numbers) {
        for (int low = 0, high = numbers.length - 1; low < high; low++, high--) {
            int number = numbers[low];
            numbers[low] = numbers[high];
            numbers[high] = number;
        }
    }

    public static void reverse(char[] letters) { letters[0] = 'x'; }

    public static int sum(int[] numbers) {
        int sum = 0;
        for (int number : numbers) { sum += number; }
        return sum;
    }

    public static void swap(Object[] objects, int one, int other) {
        Object object = objects[one];
        objects[one] = objects[other];
        objects[other] = object;
    }

    public static int count(Object[] objects) { return objects.length; }

    public static void failAfterWriting(int[] numbers) {
        numbers[1] = 20;
        throw new IllegalArgumentException();
    }

    public static void around(int[] numbers, Consumer<int[]> step) {
        numbers[0] = 30;
        step.accept(numbers);
        numbers[0] = 31;
    }

    public static void transpose(double[][] matrix) {
        double number = matrix[0][1];
        matrix[0][1] = matrix[1][0];
        matrix[1][0] = number;
    }

    public static void both(long[] numbers, long value, byte[] bytes) {
        numbers[0] = value;
        bytes[1] = 5;
    }

    public static int variable(Object... values) { return values.length; }
}
