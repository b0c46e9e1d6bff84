import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Values of classes that are met less often: iterators, readers and writers, lambdas, views, atoms, times. */
class Rare {
    private Rare() {}

    /** An iterator that has given some of its elements already. */
    static Object iterator(Random chance) {
        List<String> names = new ArrayList<>();
        for (int n = chance.nextInt(5); n >= 0; n--) {
            names.add("n" + n);
        }
        Iterable<?> source = source(chance, names);
        int given = chance.nextInt(names.size() + 1);
        Iterator<?> ahead = advanced(source.iterator(), given);
        List<Object> left = new ArrayList<>();
        advanced(source.iterator(), given).forEachRemaining(left::add);
        // What is not known is said to be not known.
        boolean isUnknown = ahead.getClass().getSimpleName().equals("ArrayItr");
        return Written.known(ahead, isUnknown ? "ArrayItr(not recorded)" : "Iterator" + Written.of(left));
    }

    private static Iterator<?> advanced(Iterator<?> iterator, int steps) {
        for (int n = 0; n < steps; n++) {
            iterator.next();
        }
        return iterator;
    }

    private static Iterable<?> source(Random chance, List<String> names) {
        Map<String, Integer> sizes = chance.nextBoolean() ? new TreeMap<>() : new LinkedHashMap<>();
        Map<String, Integer> hashed = new HashMap<>();
        for (String name : names) {
            sizes.put(name, name.length());
            hashed.put(name, name.hashCode());
        }
        String[] array = names.toArray(new String[0]);
        return switch (chance.nextInt(16)) {
            case 0 -> new LinkedList<>(names);
            case 1 -> new ArrayDeque<>(names);
            case 2 -> new TreeSet<>(names);
            case 3 -> new LinkedHashSet<>(names);
            case 4 -> new HashSet<>(names);
            case 5 -> sizes.keySet();
            case 6 -> sizes.values();
            case 7 -> sizes.entrySet();
            case 8 -> hashed.entrySet();
            case 9 -> Arrays.asList(array);
            case 10 -> List.of(array);
            case 11 -> new PriorityQueue<>(names);
            case 12 -> Collections.unmodifiableList(names);
            case 13 -> new CopyOnWriteArrayList<>(names);
            case 14 -> names.subList(0, names.size());
            default -> new Vector<>(names);
        };
    }

    /** One of the others, with a value inside where that can be. */
    static Object of(Random chance, Object inside) {
        int size = chance.nextInt(5);
        Object content = Objects.requireNonNullElse(inside, "x");
        switch (chance.nextInt(8)) {
            case 0: return lambda(chance, size);
            case 1: return reader(chance, "text " + size);
            case 2: return writer(chance, "text " + size);
            case 3: return view(chance, content);
            case 4: return time(chance, size);
            case 5: return atom(chance, content, size);
            case 6: return enums(chance);
            default: return number(chance, size);
        }
    }

    private static Object lambda(Random chance, int size) {
        Function<String, String> upper = String::toUpperCase;
        IntUnaryOperator twice = n -> n * 2;
        IntUnaryOperator more = n -> n + size;
        Supplier<List<String>> list = ArrayList::new;
        return switch (chance.nextInt(4)) {
            case 0 -> Written.known(twice, "n -> n * 2");
            case 1 -> Written.known(more, "n -> n + size with (size=" + size + ")");
            case 2 -> Written.known(list, "ArrayList::new");
            default -> Written.known(upper, "String::toUpperCase");
        };
    }

    private static Object reader(Random chance, String text) {
        int given = chance.nextInt(text.length());
        try {
            switch (chance.nextInt(3)) {
                case 0:
                    StringReader reader = new StringReader(text);
                    reader.skip(given);
                    return Written.known(reader, "StringReader(\"" + text.substring(given) + "\")");
                case 1:
                    CharArrayReader letters = new CharArrayReader(text.toCharArray());
                    letters.skip(given);
                    return Written.known(letters, "CharArrayReader" + letters(text.substring(given)));
                default:
                    StringJoiner joiner = new StringJoiner(", ", "<", ">").add(text).add("more");
                    return Written.known(joiner, "StringJoiner(\"" + joiner + "\")");
            }
        } catch (java.io.IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Rows of characters are shown as texts. */
    private static String letters(String text) {
        return text.isEmpty() ? "[]" : " " + Written.of(text);
    }

    private static Object writer(Random chance, String text) {
        switch (chance.nextInt(4)) {
            case 0:
                CharArrayWriter letters = new CharArrayWriter();
                letters.append(text);
                return Written.known(letters, "CharArrayWriter" + letters(text));
            case 1:
                PrintWriter writer = new PrintWriter(new StringWriter());
                writer.print(text);
                return Written.known(writer, "PrintWriter(out=StringWriter(\"" + text + "\"))");
            case 2:
                return Written.known(new StringBuilder(text), "StringBuilder(\"" + text + "\")");
            default:
                return Written.known(new StringBuffer(text), "StringBuffer(\"" + text + "\")");
        }
    }

    private static Object view(Random chance, Object content) {
        List<Object> list = new ArrayList<>(List.of("first", content, "last"));
        Map<String, Object> map = new TreeMap<>(Map.of("a", 1, "m", content, "z", 26));
        return switch (chance.nextInt(10)) {
            case 0 -> Collections.unmodifiableList(list);
            case 1 -> list.subList(1, 3);
            case 2 -> List.copyOf(list);
            case 3 -> Collections.singletonList(content);
            case 4 -> Collections.nCopies(3, content);
            case 5 -> Collections.unmodifiableMap(map);
            case 6 -> Map.of("only", content);
            case 7 -> ((TreeMap<String, Object>) map).headMap("n");
            case 8 -> Arrays.asList("first", content);
            default -> Collections.synchronizedList(list);
        };
    }

    private static Object time(Random chance, int size) {
        LocalDateTime moment = LocalDateTime.of(2026, 1 + size, 3, 4, 5);
        return switch (chance.nextInt(8)) {
            case 0 -> moment;
            case 1 -> moment.atZone(ZoneId.of("Europe/Berlin"));
            case 2 -> moment.toInstant(ZoneOffset.UTC);
            case 3 -> Period.ofDays(size);
            case 4 -> YearMonth.from(moment);
            case 5 -> LocalTime.of(size, 30);
            case 6 -> moment.getDayOfWeek();
            default -> ZoneOffset.ofHours(size);
        };
    }

    private static Object atom(Random chance, Object content, int size) {
        return switch (chance.nextInt(3)) {
            case 0 -> Written.known(new AtomicInteger(size), "AtomicInteger(value=" + size + ")");
            case 1 -> Written.known(new AtomicLong(size), "AtomicLong(value=" + size + ")");
            default -> {
                Map<String, Object> map = new ConcurrentHashMap<>();
                map.put("only", content);
                yield map;
            }
        };
    }

    private static Object enums(Random chance) {
        EnumMap<Main.Colour, Integer> map = new EnumMap<>(Main.Colour.class);
        map.put(Main.Colour.BLUE, 1);
        EnumSet<Main.Colour> set = EnumSet.of(Main.Colour.RED, Main.Colour.GREEN);
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70);
        return switch (chance.nextInt(3)) {
            case 0 -> map;
            case 1 -> Written.known(set, "EnumSet[RED, GREEN]");
            default -> Written.known(bits, "BitSet[3, 70]");
        };
    }

    private static Object number(Random chance, int size) {
        return switch (chance.nextInt(3)) {
            case 0 -> BigInteger.TWO.pow(60 + size);
            case 1 -> OptionalLong.of(size);
            default -> new StringBuilder().append(size).toString();
        };
    }
}
