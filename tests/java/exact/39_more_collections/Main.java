import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedList;
import java.util.Map;
import java.util.TreeMap;

public class Main {
    static int compare(String a, String b) {
        return b.compareTo(a);
    }

    static void push(Deque<String> deque, String text) {
        deque.addFirst(text);
        deque.addLast(text + text);
    }

    static String drain(LinkedList<String> list) {
        String all = "";
        while (!list.isEmpty()) {
            all += list.removeFirst();
        }
        return all;
    }

    public static void main(String[] args) {
        Deque<String> deque = new ArrayDeque<>();
        push(deque, "a");
        push(deque, "b");
        String drained = drain(new LinkedList<>(deque));
        Map<String, Integer> order = new TreeMap<>(Main::compare);
        order.put("x", 1);
        order.put("y", 2);
        System.out.println(drained + order);
    }
}
