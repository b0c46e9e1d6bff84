import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.*;
import java.util.regex.Pattern;

/**
 * Makes object graphs by chance and says of each how it should be shown, by looking at it through reflection and the
 * methods of its class.
 */
public class Main {
    enum Colour { RED, GREEN, BLUE }

    enum Shape {
        ROUND { @Override int corners() { return 0; } },
        SQUARE { @Override int corners() { return 4; } };

        abstract int corners();
    }

    record Point(int x, long y) {}

    static class Box {
        Object content;
        final double weight;
        float scale;
        char sign;
        byte[] bytes;

        Box(Object content, double weight) {
            this.content = content;
            this.weight = weight;
        }
    }

    static class Crate extends Box {
        boolean open;
        short count;

        Crate(Object content, double weight) {
            super(content, weight);
        }
    }

    static class Recent<K, V> extends LinkedHashMap<K, V> {
        final int capacity;

        Recent(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
        }
    }

    static class Basket extends ArrayList<Object> {
        int additions;

        @Override
        public boolean add(Object element) {
            additions++;
            return super.add(element);
        }
    }

    static class Failure extends RuntimeException {
        final int code;

        Failure(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hallo"}};
        }
    }

    /** What it is shown to: the value as it should be written, and the value itself. */
    static void seen(String written, Object value) {}

    private final Random chance;

    Main(long seed) {
        chance = new Random(seed);
    }

    String text() {
        String[] texts = {"", "a", "two words", "line\nbreak", "\"quoted\"", "tab\t\\", "é ☃ 😀", "\u202e"};
        return texts[chance.nextInt(texts.length)];
    }

    Object leaf() {
        return switch (chance.nextInt(32)) {
            case 0 -> null;
            case 1 -> chance.nextInt();
            case 2 -> chance.nextLong();
            case 3 -> chance.nextInt(100) / 8.0;
            case 4 -> chance.nextInt(100) / 4.0f;
            case 5 -> (char) ('a' + chance.nextInt(26));
            case 6 -> chance.nextBoolean();
            case 7 -> (byte) chance.nextInt();
            case 8 -> (short) chance.nextInt();
            case 9, 10, 11 -> text();
            case 12 -> Colour.values()[chance.nextInt(3)];
            case 13 -> Shape.values()[chance.nextInt(2)];
            case 14 -> Optional.empty();
            case 15 -> chance.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(chance.nextInt(9));
            case 16 -> chance.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(chance.nextInt(9) / 2.0);
            case 17 -> new BigDecimal(chance.nextInt(1000)).movePointLeft(2);
            case 18 -> LocalDate.of(2020 + chance.nextInt(9), 1 + chance.nextInt(12), 1 + chance.nextInt(28));
            case 19 -> Duration.ofSeconds(chance.nextInt(9999));
            case 20 -> new Locale[] {Locale.GERMANY, Locale.US, Locale.FRENCH}[chance.nextInt(3)];
            case 21 -> Currency.getInstance(chance.nextBoolean() ? "EUR" : "JPY");
            case 22 -> URI.create("http://example.org/" + chance.nextInt(9) + "?q#f");
            case 23 -> new File("/some/file" + chance.nextInt(9));
            case 24 -> Path.of("/some/path" + chance.nextInt(9));
            case 25 -> Pattern.compile("a+" + chance.nextInt(9), chance.nextBoolean() ? 0 : Pattern.CASE_INSENSITIVE);
            case 26 -> new Charset[] {StandardCharsets.UTF_8, StandardCharsets.US_ASCII}[chance.nextInt(2)];
            case 27 -> new Date(chance.nextLong() / 1_000_000);
            case 28 -> TimeZone.getTimeZone(chance.nextBoolean() ? "Europe/Berlin" : "UTC");
            case 29 -> new UUID(chance.nextLong(), chance.nextLong());
            case 30 -> new MathContext(1 + chance.nextInt(9));
            default -> chance.nextBoolean() ? Main.class : int[].class;
        };
    }

    Object value(int depth) {
        if (depth == 0) {
            return leaf();
        }
        int size = chance.nextInt(5);
        switch (chance.nextInt(20)) {
            case 0: return Optional.of(Objects.requireNonNullElse(value(depth - 1), "x"));
            case 1: return filled(new ArrayList<>(), size, depth);
            case 2: return filled(new LinkedList<>(), size, depth);
            case 3: return filled(new ArrayDeque<>(), size, depth);
            case 4: return filled(new Basket(), size, depth);
            case 5: return names(new HashSet<>(), size);
            case 6: return names(new TreeSet<>(), size);
            case 7: return entries(new HashMap<>(), size, depth);
            case 8: return entries(new TreeMap<>(), size, depth);
            case 9: return entries(new Recent<>(3), size, depth);
            case 10: return Map.entry("key" + size, Objects.requireNonNullElse(value(depth - 1), "x"));
            case 11: return new AbstractMap.SimpleEntry<>("key" + size, value(depth - 1));
            case 12: return new Point(chance.nextInt(9), chance.nextInt(9));
            case 13: return array(size, depth);
            case 14: return failure(depth);
            case 15: return memory(size);
            case 16: return Rare.iterator(chance);
            case 17: return Rare.of(chance, value(depth - 1));
            default: return box(depth);
        }
    }

    private Collection<Object> filled(Collection<Object> into, int size, int depth) {
        for (int n = 0; n < size; n++) {
            Object element = value(depth - 1);
            into.add(element == null && into instanceof ArrayDeque ? "x" : element);
        }
        return into;
    }

    private Set<String> names(Set<String> into, int size) {
        for (int n = 0; n < size; n++) {
            into.add("name" + chance.nextInt(50));
        }
        return into;
    }

    private Map<String, Object> entries(Map<String, Object> into, int size, int depth) {
        for (int n = 0; n < size; n++) {
            into.put("key" + chance.nextInt(50), value(depth - 1));
        }
        return into;
    }

    private Object array(int size, int depth) {
        switch (chance.nextInt(3)) {
            case 0:
                return chance.ints(size).toArray();
            case 1:
                return new String[size];
            default:
                Object[] array = new Object[size];
                for (int n = 0; n < size; n++) {
                    array[n] = value(depth - 1);
                }
                return array;
        }
    }

    private Throwable failure(int depth) {
        Throwable cause = chance.nextBoolean() ? new IOException(text()) : null;
        switch (chance.nextInt(3)) {
            case 0: return new IllegalStateException();
            case 1: return new IllegalArgumentException("bad " + depth, cause);
            default: return new Failure(text(), depth, cause);
        }
    }

    /** Streams, writers, iterators, random numbers and words. */
    private Object memory(int size) {
        byte[] bytes = new byte[size];
        chance.nextBytes(bytes);
        switch (chance.nextInt(7)) {
            case 4:
                List<String> names = new ArrayList<>(List.of("a", "b", "c"));
                Iterator<String> ahead = names.iterator();
                for (int n = 0; n < size % 4; n++) {
                    ahead.next();
                }
                return Written.known(ahead, "Iterator" + Written.of(names.subList(size % 4, 3)));
            case 5:
                long scrambled = (size ^ 0x5DEECE66DL) & ((1L << 48) - 1);
                String seed = "seed=AtomicLong(value=" + scrambled + ")";
                return Written.known(new Random(size), "Random(" + seed + ", nextNextGaussian=0.0, haveNextNextGaussian=false)");
            case 6:
                // What is not known is said to be not known.
                return Written.known(new Words(), "Words(fields of ListResourceBundle not recorded)");
            case 0:
                StringWriter writer = new StringWriter();
                writer.write("written " + size);
                return writer;
            case 1:
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                out.write(bytes, 0, size);
                return out;
            case 2:
                ByteArrayInputStream in = new ByteArrayInputStream(bytes);
                in.read();
                return in;
            default:
                Properties properties = new Properties();
                properties.setProperty("size", "" + size);
                return properties;
        }
    }

    private Box box(int depth) {
        Box box = chance.nextBoolean() ? new Box(value(depth - 1), 0.5) : new Crate(value(depth - 1), 2.5);
        box.sign = 'x';
        box.scale = 0.25f;
        box.bytes = chance.nextBoolean() ? null : new byte[] {1, -1};
        return box;
    }

    /** Changes what can be changed. */
    @SuppressWarnings("unchecked")
    void change(Object value) {
        if (value instanceof Basket || value instanceof ArrayList || value instanceof LinkedList) {
            ((Collection<Object>) value).add(leaf());
        } else if (value instanceof Properties properties) {
            properties.setProperty("added", "yes");
        } else if (value instanceof HashMap || value instanceof TreeMap) {
            ((Map<String, Object>) value).put("changed", leaf());
        } else if (value instanceof Crate crate) {
            crate.open = !crate.open;
            crate.content = leaf();
        } else if (value instanceof Date date) {
            date.setTime(date.getTime() + 1000);
        } else if (value instanceof StringWriter writer) {
            writer.append('!');
        } else if (value instanceof ByteArrayOutputStream out) {
            out.write(7);
        } else if (value instanceof ByteArrayInputStream in) {
            in.read();
        }
    }

    public static void main(String[] args) {
        for (long seed = Long.parseLong(args[0]); seed < Long.parseLong(args[1]); seed++) {
            Main maker = new Main(seed);
            Object value = maker.value(3);
            seen(Written.of(value), value);
            maker.change(value);
            seen(Written.of(value), value);
        }
    }
}
