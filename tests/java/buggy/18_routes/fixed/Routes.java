import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Shortest ways between towns. */
public class Routes {
    record Road(String to, int length) {}

    record Stop(String town, int distance) {}

    private final Map<String, List<Road>> roads = new TreeMap<>();

    void road(String a, String b, int length) {
        roads.computeIfAbsent(a, town -> new ArrayList<>()).add(new Road(b, length));
        roads.computeIfAbsent(b, town -> new ArrayList<>()).add(new Road(a, length));
    }

    Map<String, Integer> distances(String from) {
        Map<String, Integer> known = new HashMap<>();
        PriorityQueue<Stop> queue = new PriorityQueue<>(Comparator.comparingInt(Stop::distance).thenComparing(Stop::town));
        queue.add(new Stop(from, 0));
        while (!queue.isEmpty()) {
            Stop stop = queue.poll();
            if (known.containsKey(stop.town())) {
                continue;
            }
            known.put(stop.town(), stop.distance());
            for (Road road : roads.getOrDefault(stop.town(), List.of())) {
                if (!known.containsKey(road.to())) {
                    queue.add(new Stop(road.to(), stop.distance() + road.length()));
                }
            }
        }
        return new TreeMap<>(known);
    }

    public static void main(String[] args) {
        Routes routes = new Routes();
        routes.road("Ulm", "Jena", 2);
        routes.road("Jena", "Kiel", 3);
        routes.road("Kiel", "Bonn", 1);
        routes.road("Ulm", "Bonn", 9);
        routes.road("Jena", "Bonn", 5);
        System.out.println(routes.distances("Ulm"));
        System.out.println(routes.distances("Bonn").get("Kiel"));
    }
}
