import java.util.Arrays;

public class Main {
    static int[] shifted(int[] source) {
        int[] copy = source.clone();
        System.arraycopy(copy, 0, copy, 1, copy.length - 1);
        copy[0] = 0;
        return copy;
    }

    static void clear(char[] text, int from) {
        Arrays.fill(text, from, text.length, '.');
    }

    static void order(int[] numbers) {
        Arrays.sort(numbers);
    }

    public static void main(String[] args) {
        int[] numbers = {3, 1, 2};
        int[] moved = shifted(numbers);
        order(numbers);
        char[] text = {'a', 'b', 'c'};
        clear(text, 1);
        System.out.println(Arrays.toString(numbers) + Arrays.toString(moved) + new String(text));
    }
}
