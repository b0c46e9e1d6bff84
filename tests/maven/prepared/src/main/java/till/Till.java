package till;

import java.util.ArrayList;
import java.util.List;

/** What a shop takes in during a day. */
public class Till {
    private final List<Integer> amounts = new ArrayList<>();

    public void take(int amount) {
        amounts.add(amount);
    }

    public int total() {
        int total = 0;
        for (int amount : amounts) {
            total += amount;
        }
        return total;
    }
}
