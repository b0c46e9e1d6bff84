import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

public class Main {
    enum Day { MON, TUE, WED }

    static void set(BitSet bits, int bit) {
        bits.set(bit);
        bits.clear(0);
    }

    static void plan(Map<Day, String> plan, Day day, String what) {
        plan.put(day, what);
    }

    static void add(Set<Day> days, Day day) {
        days.add(day);
    }

    static void put(Map<String, Integer> map, String key, int value) {
        map.put(key, value);
    }

    static void offer(PriorityQueue<Integer> queue, int value) {
        queue.offer(value);
    }

    public static void main(String[] args) {
        BitSet bits = new BitSet();
        set(bits, 0);
        set(bits, 3);
        set(bits, 70);
        Map<Day, String> plan = new EnumMap<>(Day.class);
        plan(plan, Day.TUE, "rest");
        plan(plan, Day.MON, null);
        Set<Day> days = EnumSet.noneOf(Day.class);
        add(days, Day.WED);
        add(days, Day.MON);
        Map<String, Integer> old = new Hashtable<>();
        put(old, "a", 1);
        put(old, "a", 2);
        Map<String, Integer> same = new IdentityHashMap<>();
        put(same, "b", 3);
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        offer(queue, 9);
        offer(queue, 2);
        System.out.println(bits + " " + plan + " " + days + " " + old + " " + same + " " + queue);
    }
}
