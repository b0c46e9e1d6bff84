import java.util.Arrays;

/** Sorts in place. */
public class QuickSort {
    static void sort(int[] numbers) {
        sort(numbers, 0, numbers.length - 1);
    }

    static void sort(int[] numbers, int from, int to) {
        if (from >= to) {
            return;
        }
        int middle = partition(numbers, from, to);
        sort(numbers, from, middle - 1);
        sort(numbers, middle + 1, to);
    }

    static int partition(int[] numbers, int from, int to) {
        int pivot = numbers[to];
        int border = from;
        for (int i = from; i < to - 1; i++) {
            if (numbers[i] <= pivot) {
                swap(numbers, i, border);
                border++;
            }
        }
        swap(numbers, border, to);
        return border;
    }

    static void swap(int[] numbers, int i, int j) {
        int kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }

    public static void main(String[] args) {
        int[] distinct = {5, 2, 8, 1};
        sort(distinct);
        System.out.println(Arrays.toString(distinct));
        int[] equal = {4, 9, 4, 1, 7, 4};
        sort(equal);
        System.out.println(Arrays.toString(equal));
    }
}
