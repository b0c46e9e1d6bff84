import java.util.ArrayList;
import java.util.List;

public class Main {
    static List<Integer> upTo(int n) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            numbers.add(i * i);
        }
        return numbers;
    }

    static void drop(List<Integer> numbers, int index) {
        numbers.remove(index);
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (Integer number : numbers) {
            sum += number;
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Integer> numbers = upTo(3);
        drop(numbers, 1);
        System.out.println(numbers + " " + sum(numbers));
    }
}
