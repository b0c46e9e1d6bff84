// A helper that rounds the wrong way for negative numbers.
public class CheckedArithmetic {
    static int floorHalf(int n) {
        return n / 2; // BUG
        // GOOD: return Math.floorDiv(n, 2);
    }

    static int[] halves(int[] numbers) {
        int[] halves = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            halves[i] = floorHalf(numbers[i]);
        }
        return halves;
    }

    static int sum(int[] numbers) {
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(halves(new int[] {4, -3, 5})));
    }
}
