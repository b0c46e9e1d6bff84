// A loop and the return behind it stand on one line.
public class OneLineLoop {
    static int sum(int[] numbers) { int sum = 0; for (int number : numbers) sum += number; return sum; }

    static int mean(int[] numbers) {
        int sum = sum(numbers);
        int count = 1; for (int i = 0; i < numbers.length; i++) count++; return sum / count; // BUG
        // GOOD: int count = 0; for (int i = 0; i < numbers.length; i++) count++; return sum / count;
    }

    public static void main(String[] args) {
        System.out.println(mean(new int[] {4, 8, 12, 16}));
    }
}
