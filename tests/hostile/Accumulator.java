// A local class accumulates into the wrong variable of its method.
public class Accumulator {
    static int[] split(int[] numbers) {
        int[] sums = new int[2];
        class Adder {
            void add(int n) {
                sums[n < 0 ? 0 : 0] += n; // BUG
                // GOOD: sums[n < 0 ? 0 : 1] += n;
            }
        }
        Adder adder = new Adder();
        for (int n : numbers) {
            adder.add(n);
        }
        return sums;
    }

    static int spread(int[] numbers) {
        int[] sums = split(numbers);
        return sums[1] - sums[0];
    }

    public static void main(String[] args) {
        System.out.println(spread(new int[] {4, -2, 3}));
    }
}
