import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

public class Main {
    static void put(Map<Integer, String> map, int key, String value) {
        map.put(key, value);
    }

    static void look(Map<Integer, String> map, int key) {
        map.get(key);
    }

    static <T> void add(Collection<T> all, T value) {
        all.add(value);
    }

    static void set(List<String> list, int place, String text) {
        list.set(place, text);
    }

    static void sorted() {
        TreeMap<Integer, String> map = new TreeMap<>();
        map.put(1, "one");
        NavigableMap<Integer, String> part = map.subMap(2, true, 5, false);
        NavigableMap<Integer, String> down = map.descendingMap();
        Set<Integer> keys = map.keySet();
        Collection<String> values = map.values();
        put(map, 4, "four");
        put(part, 2, "two");
        put(map, 5, "five");
        System.out.println(part + " " + down + " " + keys + values);
    }

    static void used() {
        Map<Integer, String> map = new LinkedHashMap<>(16, 0.75f, true);
        put(map, 1, "a");
        put(map, 2, "b");
        look(map, 1);
        System.out.println(map);
    }

    static void wrapped() {
        List<Integer> guarded = Collections.synchronizedList(new ArrayList<>());
        add(guarded, 7);
        List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
        add(checked, "c");
        Map<Integer, String> hashed = new HashMap<>();
        Set<Integer> keys = hashed.keySet();
        Collection<String> values = hashed.values();
        put(Collections.synchronizedMap(hashed), 3, "x");
        Set<String> set = Collections.newSetFromMap(new HashMap<>());
        add(set, "s");
        Collection<Integer> stack = Collections.asLifoQueue(new ArrayDeque<>());
        add(stack, 8);
        add(stack, 9);
        List<String> fixed = Arrays.asList("p", "q", "r");
        List<String> middle = fixed.subList(1, 3);
        set(middle, 0, "m");
        System.out.println(guarded + " " + checked + keys + values + set + stack + fixed + middle);
    }

    static void large() {
        Set<Character.UnicodeScript> scripts = EnumSet.noneOf(Character.UnicodeScript.class);
        add(scripts, Character.UnicodeScript.MIAO);
        add(scripts, Character.UnicodeScript.LATIN);
        System.out.println(scripts);
    }

    public static void main(String[] args) {
        sorted();
        used();
        wrapped();
        large();
    }
}
