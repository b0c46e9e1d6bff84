import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values that loops take out of collections, and objects that everybody shares. */
public class Week {
    static int count(List<String> days) {
        int total = 0;
        for (String day : days) {
            total += day.equals("sun") ? 0 : 1;
        }
        return total;
    }

    static Map<String, Integer> hours() {
        Map<String, Integer> hours = new TreeMap<>();
        hours.put("mon", 800);
        hours.put("sum", 700);
        return hours;
    }

    static int keys(Map<String, Integer> hours) {
        int total = 0;
        for (String key : hours.keySet()) {
            total += key.length();
        }
        return total;
    }

    static int entries(Map<String, Integer> hours) {
        int total = 0;
        for (Map.Entry<String, Integer> entry : hours.entrySet()) {
            total += entry.getValue();
        }
        return total;
    }

    static int values(Map<String, Integer> hours) {
        int total = 0;
        for (int hour : hours.values()) {
            total += hour;
        }
        return total;
    }

    static int iterated(Map<String, Integer> hours) {
        int total = 0;
        Iterator<Integer> all = hours.values().iterator();
        while (all.hasNext()) {
            int next = all.next();
            total += next;
        }
        return total;
    }

    static List<String> names() {
        List<String> names = new ArrayList<>();
        names.add("Ada");
        names.add("Bod");
        return names;
    }

    static int unnamed() {
        int total = 0;
        for (String name : names()) {
            total += name.length();
        }
        return total;
    }

    /** Made when its class is loaded. */
    static class Config {
        static final Config ONLY = new Config();
        int rate;

        Config() {
            rate = 7;
        }

        static Config get() {
            return ONLY;
        }
    }

    /** Made when it is first asked for. */
    static class Rates {
        private static Rates only;
        private final Map<String, Integer> rates = new HashMap<>();

        static Rates get() {
            if (only == null) {
                only = make();
            }
            return only;
        }

        static Rates make() {
            Rates made = new Rates();
            made.rates.put("night", 5);
            return made;
        }

        int of(String time) {
            Integer found = rates.get(time);
            return found == null ? 0 : found;
        }
    }

    static int price(int days) {
        int price = Rates.get().of("night") * days;
        return price + Config.get().rate;
    }

    public static void main(String[] args) {
        List<String> days = new ArrayList<>(List.of("mon", "sum", "tue"));
        int n = count(days);
        n += keys(hours());
        n += entries(hours());
        n += values(hours());
        n += iterated(hours());
        n += unnamed();
        n += Rates.get().of("day");
        n += price(3);
        System.out.println(n);
    }
}
