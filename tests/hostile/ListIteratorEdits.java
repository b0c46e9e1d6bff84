// A list is edited through a list iterator that goes to and fro.
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;

public class ListIteratorEdits {
    static void mergeEqual(ListIterator<Integer> numbers) {
        while (numbers.hasNext()) {
            int one = numbers.next();
            if (numbers.hasNext()) {
                int other = numbers.next();
                numbers.previous();
                if (one == other) {
                    numbers.remove();
                    numbers.previous();
                    numbers.set(one); // BUG
                    // GOOD: numbers.set(2 * one);
                }
            }
        }
    }

    static void separate(ListIterator<Integer> numbers, int separator) {
        while (numbers.hasNext()) {
            numbers.next();
            if (numbers.hasNext()) {
                numbers.add(separator);
            }
        }
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Integer> linked = new LinkedList<>(List.of(2, 2, 4, 5));
        mergeEqual(linked.listIterator());
        List<Integer> numbers = new ArrayList<>(linked);
        separate(numbers.listIterator(), 1);
        System.out.println(sum(numbers) + " " + numbers);
    }
}
