import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is counted during a simulation. */
final class Statistics {
    private static final class Waits {
        int count;
        int total;
        int longest;

        void add(int minutes) {
            count++;
            total += minutes;
            longest = Math.max(longest, minutes);
        }

        String text() {
            if (count == 0) {
                return "nobody";
            }
            int tenths = total * 10 / count;
            return count + " served, mean wait " + tenths / 10 + "." + tenths % 10 + ", longest " + longest;
        }
    }

    private final Map<Customer.Kind, Waits> waits = new EnumMap<>(Customer.Kind.class);
    private final Histogram histogram = new Histogram(5, 6);
    private final List<String> tellerLines = new ArrayList<>();
    private int arrived;
    private int left;
    private int tasksDone;
    private int longestLine;
    private int stillWaiting;

    Statistics() {
        for (Customer.Kind kind : Customer.Kind.values()) {
            waits.put(kind, new Waits());
        }
    }

    void arrived(Customer customer) {
        arrived++;
    }

    void waited(Customer customer, int minutes) {
        waits.get(customer.kind).add(minutes);
        histogram.add(minutes);
    }

    void left(Customer customer, int done) {
        left++;
        tasksDone += done;
    }

    void close(List<Teller> tellers, int longest, int waiting) {
        longestLine = longest;
        stillWaiting = waiting;
        tellerLines.clear();
        for (Teller teller : tellers) {
            tellerLines.add("teller " + teller.number + ": " + teller.served() + " customers, " + teller.busyMinutes() + " min");
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("arrived " + arrived + ", left " + left + ", tasks " + tasksDone);
        for (Map.Entry<Customer.Kind, Waits> entry : waits.entrySet()) {
            lines.add(entry.getKey().name().toLowerCase() + ": " + entry.getValue().text());
        }
        lines.add("longest line " + longestLine + ", still waiting " + stillWaiting);
        lines.addAll(tellerLines);
        lines.add("waits " + histogram.text());
        return lines;
    }
}
