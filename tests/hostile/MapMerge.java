// The function that merges two entries of a map takes the wrong one.
import java.util.Map;
import java.util.TreeMap;

public class MapMerge {
    private final Map<String, Integer> best = new TreeMap<>();

    void score(String player, int points) {
        best.merge(player, points, MapMerge::better);
        best.computeIfPresent(player, (name, held) -> held < 0 ? null : held);
    }

    static Integer better(Integer one, Integer other) {
        return Math.min(one, other); // BUG
        // GOOD: return Math.max(one, other);
    }

    public static void main(String[] args) {
        MapMerge board = new MapMerge();
        board.score("ann", 3);
        board.score("bob", 9);
        board.score("ann", 7);
        System.out.println(board.best);
    }
}
