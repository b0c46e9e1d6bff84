import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was delivered where and when, told by streams. */
public class Deliveries {
    enum State { SENT, DELIVERED, RETURNED }

    record Parcel(String id, String town, int grams, State state, int days) {
        boolean arrived() {
            return state == State.DELIVERED;
        }
    }

    record Summary(String town, long parcels, double kilograms, Optional<Parcel> slowest) {
        String line() {
            String slow = slowest.map(p -> p.id() + " after " + p.days() + " days").orElse("none");
            return String.format("%-8s %d parcels, %.1f kg, slowest: %s", town, parcels, kilograms, slow);
        }
    }

    /** One parcel a line: id, town, grams, state, days. */
    static Stream<Parcel> parse(String text) {
        return text.lines()
                .map(String::trim)
                .filter(Predicate.not(String::isEmpty))
                .map(line -> line.split("\\s*,\\s*"))
                .map(f -> new Parcel(f[0], f[1], Integer.parseInt(f[2]), State.valueOf(f[3]), Integer.parseInt(f[4])));
    }

    static Summary summary(String town, List<Parcel> parcels) {
        double kilograms = parcels.stream().mapToInt(Parcel::grams).sum() / 1000.0;
        Optional<Parcel> slowest = parcels.stream()
                .filter(Parcel::arrived)
                .max(Comparator.comparingInt(Parcel::days).thenComparing(Parcel::id));
        return new Summary(town, parcels.size(), kilograms, slowest);
    }

    static <K, V> Map<K, List<V>> groups(Stream<V> values, Function<V, K> key) {
        return values.collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }

    static List<Summary> summaries(String text) {
        return groups(parse(text), Parcel::town).entrySet().stream()
                .map(entry -> summary(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble(Summary::kilograms).reversed())
                .collect(Collectors.toList());
    }

    static String histogram(List<Parcel> parcels) {
        int longest = parcels.stream().mapToInt(Parcel::days).max().orElse(0);
        return IntStream.rangeClosed(1, longest)
                .mapToObj(day -> day + "|" + "#".repeat((int) parcels.stream().filter(p -> p.days() == day).count()))
                .collect(Collectors.joining("\n"));
    }

    static String returned(List<Parcel> parcels) {
        return parcels.stream()
                .filter(p -> p.state() == State.RETURNED)
                .flatMap(p -> Arrays.stream(new String[] {p.id(), p.town()}))
                .collect(Collectors.joining(" ", "returned: ", "."));
    }

    public static void main(String[] args) {
        String text = """
                p1, Bonn, 1200, DELIVERED, 2
                p2, Ulm, 800, DELIVERED, 5
                p3, Bonn, 300, RETURNED, 9
                p4, Bonn, 700, DELIVERED, 4

                p5, Jena, 2500, SENT, 1
                p6, Ulm, 950, DELIVERED, 3
                """;
        summaries(text).forEach(summary -> System.out.println(summary.line()));
        List<Parcel> all = parse(text).toList();
        System.out.println(histogram(all));
        System.out.println(returned(all));
    }
}
