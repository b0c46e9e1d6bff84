import java.util.ArrayList;
import java.util.List;

/** Packs the most valuable set of items, each at most once. */
public class Knapsack {
    static int[] best(int[] weights, int[] values, int capacity) {
        int[] best = new int[capacity + 1];
        for (int item = 0; item < weights.length; item++) {
            for (int room = capacity; room >= weights[item]; room--) {
                int with = best[room - weights[item]] + values[item];
                best[room] = larger(best[room], with);
            }
        }
        return best;
    }

    static int larger(int a, int b) {
        return a > b ? a : b;
    }

    static List<Integer> useful(int[] best) {
        List<Integer> steps = new ArrayList<>();
        for (int room = 1; room < best.length; room++) {
            if (best[room] > best[room - 1]) {
                steps.add(room);
            }
        }
        return steps;
    }

    public static void main(String[] args) {
        int[] weights = {5, 4, 6, 3};
        int[] values = {10, 40, 30, 50};
        int[] best = best(weights, values, 10);
        System.out.println("best " + best[10]);
        System.out.println("steps " + useful(best));
    }
}
