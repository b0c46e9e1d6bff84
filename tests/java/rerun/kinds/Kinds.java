import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Calls that are given every kind of state which can be rebuilt. */
public class Kinds {
    enum Suit {
        HEARTS,
        SPADES
    }

    record Card(Suit suit, int rank) {}

    static class Node {
        final String name;
        Node next;

        Node(String name) {
            this.name = name;
        }
    }

    abstract static class Shape {
        private final String label = "shape";

        abstract double area();

        String describe() {
            return label + " " + area();
        }
    }

    static class Square extends Shape {
        private final double side;
        private final String label;

        Square(double side) {
            this.side = side;
            label = "square";
        }

        @Override
        double area() {
            return side * side;
        }

        String own() {
            return label;
        }
    }

    static int calls = 3;
    static final Map<String, Integer> TABLE = new HashMap<>(Map.of("one", 1));

    static int plain(boolean yes, byte b, char c, short s, int i, long l, float f, double d) {
        return yes ? b + c + s + i + (int) l + (int) f + (int) d : 0;
    }

    static int arrays(int[] numbers, String[][] names, Object[] mixed) {
        numbers[0]++;
        return numbers.length + names[1].length + mixed.length;
    }

    static String ring(Node start) {
        StringBuilder names = new StringBuilder();
        Node at = start;
        do {
            names.append(at.name);
            at = at.next;
        } while (at != start);
        return names.toString();
    }

    static boolean shared(List<Integer> one, List<Integer> other) {
        one.add(1);
        return one == other;
    }

    static int hashed(Map<Suit, Integer> byEnum, Set<Card> cards, Map<Object, String> byIdentity, Object key) {
        int sum = byEnum.getOrDefault(Suit.SPADES, 0) + cards.size();
        return byIdentity.get(key).length() + sum;
    }

    static String ordered(TreeMap<String, Integer> tree, LinkedHashMap<String, Integer> linked, ArrayDeque<String> queue) {
        return tree.firstKey() + linked.keySet().iterator().next() + queue.pollFirst();
    }

    static String known(BigDecimal price, LocalDate day, Pattern pattern, Optional<String> name, StringBuilder text) {
        text.append('!');
        return price.negate() + " " + day.plusDays(1) + " " + pattern.matcher("aab").matches() + name.get() + text;
    }

    static Integer length(String text) {
        return text.length();
    }

    static int statics(String name) {
        calls++;
        TABLE.merge(name, 1, Integer::sum);
        return calls * 100 + TABLE.size();
    }

    static int lambdas(IntUnaryOperator plain, Function<String, Integer> reference, Supplier<List<String>> maker, Runnable own) {
        own.run();
        return plain.applyAsInt(2) + reference.apply("four") + maker.get().size();
    }

    static int references(WeakReference<int[]> weak, SoftReference<String> soft, WeakReference<String> cleared) {
        weak.get()[0]++;
        return weak.get()[0] + soft.get().length() + (cleared.get() == null ? 1 : 0);
    }

    static int streams(StringReader in, StringWriter out) throws IOException {
        int first = in.read();
        out.write(first);
        return first;
    }

    static int longText(String text) {
        return text.length();
    }

    static int iterates(List<String> names, ListIterator<String> at, List<String> part) {
        at.add(at.next());
        return names.size() + part.size();
    }

    static int counts(List<String> part) {
        return part.size();
    }

    static int removes(Set<String> names) {
        return names.remove("x") ? names.size() : -1;
    }

    static int thrown(int[] numbers) {
        return numbers[5];
    }

    public static void main(String[] arguments) throws IOException {
        plain(true, (byte) -1, 'x', (short) 2, 3, 1L << 33, 1.5f, -2.5);
        arrays(new int[] {1, 2}, new String[][] {{}, {"a", null}}, new Object[] {1, "two", 3.0, 'c', 1L << 40, new int[0]});
        Node first = new Node("a");
        first.next = new Node("b");
        first.next.next = first;
        ring(first);
        List<Integer> list = new ArrayList<>(List.of(7));
        shared(list, list);
        shared(list, new ArrayList<>());
        Object key = new Object();
        Map<Object, String> byIdentity = new HashMap<>(Map.of(key, "found"));
        Map<Suit, Integer> byEnum = new HashMap<>(Map.of(Suit.SPADES, 4, Suit.HEARTS, 5));
        hashed(byEnum, new HashSet<>(List.of(new Card(Suit.HEARTS, 3))), byIdentity, key);
        hashed(new EnumMap<>(byEnum), new HashSet<>(), byIdentity, key);
        ordered(new TreeMap<>(Map.of("k", 1, "j", 2)), new LinkedHashMap<>(Map.of("only", 1)), new ArrayDeque<>(List.of("q")));
        known(
                new BigDecimal("1.50"),
                LocalDate.of(2024, 2, 28),
                Pattern.compile("A+B", Pattern.CASE_INSENSITIVE),
                Optional.of("n"),
                new StringBuilder("text"));
        statics("two");
        statics("two");
        int captured = arguments.length + 5;
        lambdas(number -> number * captured, Kinds::length, ArrayList::new, () -> list.add(calls));
        int[] held = {1};
        WeakReference<String> cleared = new WeakReference<>("gone");
        cleared.clear();
        references(new WeakReference<>(held), new SoftReference<>("soft"), cleared);
        held[0]++;
        StringReader in = new StringReader("text");
        StringWriter out = new StringWriter();
        streams(in, out);
        streams(in, out);
        longText("long ".repeat(5_000));
        List<String> changed = new ArrayList<>(List.of("a"));
        changed.add("b");
        changed.add("c");
        List<String> unchanged = new ArrayList<>(changed);
        iterates(changed, changed.listIterator(), unchanged.subList(1, 2));
        counts(changed.subList(0, 2));
        removes(new HashSet<>(Set.of("x", "y")));
        new Square(2).describe();
        new Square(3).own();
        try {
            thrown(new int[] {1});
        } catch (ArrayIndexOutOfBoundsException expected) {
            System.exit(1);
        }
    }
}
