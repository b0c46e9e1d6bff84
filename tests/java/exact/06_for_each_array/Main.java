public class Main {
    static int total(int[] numbers) {
        int total = 0;
        for (int number : numbers) {
            if (number < 0)
                continue;
            total += number;
        }
        return total;
    }

    public static void main(String[] args) {
        int[] numbers = {4, -1, 2};
        System.out.println(total(numbers));
        System.out.println(total(new int[0]));
    }
}
