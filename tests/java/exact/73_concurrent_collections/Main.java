import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

public class Main {
    static void put(Map<Integer, String> map, int key, String value) {
        map.put(key, value);
    }

    static void drop(Map<Integer, String> map, int key) {
        map.remove(key);
    }

    static void more(Map<Integer, String> map) {
        map.merge(1, "!", String::concat);
        map.computeIfAbsent(7, k -> "seven");
    }

    static void fill(Map<Integer, String> map) {
        for (int i = 0; i < 40; i++) {
            map.put(i, "");
        }
        map.keySet().retainAll(Set.of(0, 1));
    }

    static void add(Set<Integer> set, int value) {
        set.add(value);
    }

    static void append(List<Integer> list, int value) {
        list.add(value);
        list.set(0, value);
    }

    static void offer(Queue<Integer> queue, int value) {
        queue.offer(value);
        queue.offer(value + 1);
        queue.poll();
    }

    public static void main(String[] args) {
        Map<Integer, String> map = new ConcurrentHashMap<>();
        put(map, 1, "one");
        put(map, 17, "seventeen");
        put(map, 1, "uno");
        more(map);
        drop(map, 17);
        fill(map);
        Set<Integer> keys = ConcurrentHashMap.newKeySet();
        add(keys, 3);
        List<Integer> list = new CopyOnWriteArrayList<>();
        append(list, 4);
        append(list, 5);
        Set<Integer> set = new CopyOnWriteArraySet<>();
        add(set, 6);
        Queue<Integer> ring = new ArrayBlockingQueue<>(2);
        offer(ring, 1);
        offer(ring, 3);
        offer(ring, 4);
        Queue<Integer> linked = new LinkedBlockingQueue<>();
        offer(linked, 1);
        offer(linked, 3);
        Queue<Integer> deque = new LinkedBlockingDeque<>();
        offer(deque, 1);
        Queue<Integer> free = new ConcurrentLinkedQueue<>();
        offer(free, 1);
        offer(free, 3);
        Queue<Integer> sorted = new PriorityBlockingQueue<>();
        offer(sorted, 2);
        offer(sorted, 0);
        System.out.println(map + " " + keys + list + set + ring + linked + deque + free + sorted);
    }
}
