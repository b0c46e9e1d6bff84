import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

public class Main {
    static class Late implements Delayed {
        final int days;

        Late(int days) {
            this.days = days;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(days, TimeUnit.DAYS);
        }

        public int compareTo(Delayed other) {
            return days - ((Late) other).days;
        }
    }

    static void put(Map<Integer, String> map, int key, String value) {
        map.put(key, value);
    }

    static void drop(Map<Integer, String> map, int key) {
        map.remove(key);
    }

    static <T> void add(Collection<T> all, T value) {
        all.add(value);
    }

    static void ends(Deque<Integer> deque, int value) {
        deque.addFirst(value);
        deque.addLast(value + 1);
    }

    static void shrink(Deque<Integer> deque) {
        deque.pollFirst();
        deque.pollLast();
    }

    static void take(Queue<Integer> queue) {
        queue.poll();
    }

    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        Map<Integer, String> rest = map.tailMap(2, false);
        put(rest, 3, "three");
        put(map, 1, "one");
        put(map, 2, "two");
        put(map, 1, "uno");
        drop(map, 3);
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
        add(set, "b");
        add(set, "a");
        Deque<Integer> deque = new ConcurrentLinkedDeque<>();
        ends(deque, 5);
        ends(deque, 7);
        shrink(deque);
        Queue<Integer> handed = new LinkedTransferQueue<>();
        add(handed, 1);
        add(handed, 2);
        take(handed);
        take(handed);
        DelayQueue<Late> delays = new DelayQueue<>();
        add(delays, new Late(5));
        add(delays, new Late(2));
        System.out.println(map + " " + rest + " " + set + " " + deque + " " + handed + " " + delays.size());
    }
}
