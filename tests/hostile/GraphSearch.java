// A breadth-first search marks nodes too late and counts some twice.
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

public class GraphSearch {
    private final Map<Integer, List<Integer>> edges = new HashMap<>();

    void edge(int from, Integer... to) {
        edges.put(from, List.of(to));
    }

    int reachable(int start) {
        Set<Integer> seen = new HashSet<>();
        Queue<Integer> queue = new ArrayDeque<>();
        queue.add(start);
        int visits = 0;
        while (!queue.isEmpty()) {
            int node = queue.remove();
            seen.add(node); // BUG
            // GOOD: if (!seen.add(node)) { continue; }
            visits++;
            for (int next : edges.getOrDefault(node, List.of())) {
                if (!seen.contains(next)) {
                    queue.add(next);
                }
            }
        }
        return visits;
    }

    public static void main(String[] args) {
        GraphSearch graph = new GraphSearch();
        graph.edge(1, 2, 3);
        graph.edge(2, 4);
        graph.edge(3, 4);
        System.out.println(graph.reachable(1));
    }
}
