// Random numbers differ from run to run; the bug is what is made of them.
import java.util.Random;

public class Chance {
    static int[] roll(Random random, int count) {
        int[] dice = new int[count];
        for (int i = 0; i < count; i++) {
            dice[i] = random.nextInt(6) + 1;
        }
        return dice;
    }

    static boolean valid(int[] dice) {
        for (int die : dice) {
            if (die < 1 || die > 6) {
                return false;
            }
        }
        return true;
    }

    static int average(int total, int count) {
        return total / (count + 1); // BUG
        // GOOD: return total / count;
    }

    public static void main(String[] args) {
        int[] dice = roll(new Random(), 5);
        System.out.println(valid(dice) + " " + average(30, dice.length));
    }
}
