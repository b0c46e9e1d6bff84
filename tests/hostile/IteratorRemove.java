// Elements are removed while going over a list, and one is skipped.
import java.util.ArrayList;
import java.util.List;

public class IteratorRemove {
    static void removeNegative(List<Integer> numbers) {
        for (int i = 0; i < numbers.size(); i++) { // BUG
        // GOOD: for (int i = numbers.size() - 1; i >= 0; i--) {
            if (numbers.get(i) < 0) {
                numbers.remove(i);
            }
        }
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(List.of(3, -1, -2, 4));
        removeNegative(numbers);
        System.out.println(sum(numbers));
    }
}
