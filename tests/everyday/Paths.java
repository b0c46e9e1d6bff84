// Shortest ways in a graph with a priority queue: a better way to a place that is already queued is not taken.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

public class Paths {
    record Road(String to, int minutes) {}

    record Step(String place, int minutes) implements Comparable<Step> {
        public int compareTo(Step other) {
            return Integer.compare(minutes, other.minutes);
        }
    }

    private final Map<String, List<Road>> roads = new HashMap<>();

    Paths road(String from, String to, int minutes) {
        roads.computeIfAbsent(from, f -> new ArrayList<>()).add(new Road(to, minutes));
        roads.computeIfAbsent(to, t -> new ArrayList<>()).add(new Road(from, minutes));
        return this;
    }

    Map<String, Integer> distances(String from, Map<String, String> via) {
        Map<String, Integer> best = new HashMap<>();
        PriorityQueue<Step> queue = new PriorityQueue<>();
        queue.add(new Step(from, 0));
        best.put(from, 0);
        while (!queue.isEmpty()) {
            Step step = queue.poll();
            for (Road road : roads.getOrDefault(step.place(), List.of())) {
                int minutes = step.minutes() + road.minutes();
                if (!best.containsKey(road.to())) { // BUG
                    // GOOD: if (minutes < best.getOrDefault(road.to(), Integer.MAX_VALUE)) {
                    best.put(road.to(), minutes);
                    via.put(road.to(), step.place());
                    queue.add(new Step(road.to(), minutes));
                }
            }
        }
        return best;
    }

    List<String> way(String from, String to) {
        Map<String, String> via = new HashMap<>();
        distances(from, via);
        LinkedList<String> way = new LinkedList<>();
        for (String place = to; place != null; place = via.get(place)) {
            way.addFirst(place);
            if (place.equals(from)) {
                break;
            }
        }
        return way;
    }

    public static void main(String[] args) {
        Paths map = new Paths().road("A", "B", 4).road("A", "C", 1).road("C", "B", 1).road("B", "D", 5);
        System.out.println(map.way("A", "D"));
    }
}
