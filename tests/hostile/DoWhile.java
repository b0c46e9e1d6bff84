// A do-while loop stops one step too early.
public class DoWhile {
    static int digits(int n) {
        int digits = 0;
        do {
            digits++;
            n /= 10;
        } while (n > 9); // BUG
        // GOOD: } while (n > 0);
        return digits;
    }

    static int widest(int... numbers) {
        int widest = 0;
        for (int n : numbers) {
            widest = Math.max(widest, digits(n));
        }
        return widest;
    }

    public static void main(String[] args) {
        System.out.println(widest(5, 123, 17));
    }
}
