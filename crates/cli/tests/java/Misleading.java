import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What misled people who answered truthfully, one piece for each. */
public class Misleading {
    /** A call whose result is right and whose effects are not. */
    static class Calendar {
        final Map<String, List<LocalDate>> rooms = new TreeMap<>();

        int repeat(String room, LocalDate first, int times) {
            List<LocalDate> events = rooms.computeIfAbsent(room, name -> new ArrayList<>());
            for (int n = 0; n < times; n++) {
                events.add(first.plusDays(6 * n));
            }
            return times;
        }
    }

    /** What a builder returns is much like the builder. */
    static class Format {
        final char delimiter;
        final char quote;
        final String record, name, comment, header, encoding, locale;
        final boolean trims, skips;
        final char escape;

        Format(char delimiter, char quote, boolean trims, boolean skips, char escape) {
            this.delimiter = delimiter;
            this.quote = quote;
            this.record = "\r\n";
            this.name = "the usual format";
            this.comment = "what comes after a number sign";
            this.header = "first line";
            this.encoding = "UTF-8";
            this.locale = "none at all";
            this.trims = trims;
            this.skips = skips;
            this.escape = escape;
        }

        Format withEscape(char sign) {
            Format made = new Format(delimiter, quote, trims, skips, sign);
            return made;
        }
    }

    static class Tag {
        static final Map<String, Integer> LEVELS = new LinkedHashMap<>();

        static {
            LEVELS.put("h1", 1);
            LEVELS.put("h2", 3);
        }

        static int level(String name) {
            int level = LEVELS.get(name);
            return level;
        }
    }

    /** Points back to what holds it. */
    static class Section {
        final String title;
        final Section parent;
        final List<Section> parts = new ArrayList<>();
        int number;

        Section(String title, Section parent) {
            this.title = title;
            this.parent = parent;
            if (parent != null) {
                parent.parts.add(this);
            }
        }

        int count(int start) {
            number = start;
            int next = start + 1;
            for (Section part : parts) {
                next = part.count(next);
            }
            return next;
        }
    }

    static class Prices {
        final Map<String, List<Double>> prices = new HashMap<>();

        void note(String product, double price) {
            List<Double> all = prices.computeIfAbsent(product, name -> new ArrayList<>());
            all.add(price);
        }
    }

    /** Changes by its caller between calls. */
    static class Counter {
        int count;

        void up(int by) {
            int sum = count + by;
            count = sum;
        }
    }

    static int counted(Counter counter) {
        counter.up(1);
        counter.up(2);
        counter.count = counter.count * 100;
        counter.up(3);
        counter.up(4);
        counter.up(5);
        return counter.count;
    }

    static int summed(Counter counter) {
        counter.up(1);
        counter.up(2);
        counter.up(3);
        counter.up(4);
        counter.up(5);
        return counter.count;
    }

    static void edit(List<String> names, Map<String, Integer> ages, StringBuilder text, int[] numbers) {
        names.add(3, "Dora");
        ages.remove("eve");
        text.insert(15, "very ");
        Arrays.fill(numbers, 20, 25, 7);
    }

    static String found(List<String> words) {
        for (String word : words) {
            if (word.length() > 3) {
                return word;
            }
        }
        return "";
    }

    /** Results that are right, of calls whose effects are not. */
    static int planned(Calendar calendar) {
        int events = 0;
        events += calendar.repeat("Red", LocalDate.of(2026, 3, 2), 3);
        events += calendar.repeat("Green", LocalDate.of(2026, 4, 6), 2);
        events += calendar.repeat("Red", LocalDate.of(2026, 5, 4), 1);
        return events;
    }

    /** A long text that stays, and a place in it. */
    static class Parser {
        final String text;
        int place;

        Parser(String text) {
            this.text = text;
        }

        boolean accepts(char sign) {
            boolean is = text.charAt(place) == sign;
            place += is ? 1 : 0;
            return is;
        }
    }

    static boolean parsed(Parser parser) {
        boolean isList = parser.accepts('[');
        boolean isObject = parser.accepts('{');
        boolean isText = parser.accepts('"');
        return isList || isObject && !isText;
    }

    /** One more number in a list inside of a large map. */
    static void append(Map<String, Object> result, double number) {
        @SuppressWarnings("unchecked")
        List<Double> numbers = (List<Double>) result.get("measurements of the second day");
        numbers.add(number);
    }

    /** Something long goes in, and there is nothing else to show. */
    static int lengths(List<String> lines) {
        int lengths = 0;
        for (String line : lines) {
            lengths += line.length();
        }
        return lengths;
    }

    /** A key that says little of itself in a few words. */
    record Place(Map<String, Map<String, List<Integer>>> address) {}

    static void visit(Map<Place, Integer> visits, Place place) {
        int before = visits.get(place);
        visits.put(place, before + 1);
    }

    static Place place(int number) {
        return new Place(new TreeMap<>(Map.of("street", new TreeMap<>(Map.of("number", List.of(number))))));
    }

    static void rest() {
        planned(new Calendar());
        parsed(new Parser("{\n  \"name\": \"a text of more than one line\",\n  \"tags\": [\"first\", \"second\", \"third\"]\n}"));
        Map<String, Object> result = new TreeMap<>();
        for (String day : List.of("first", "second", "third")) {
            result.put("measurements of the " + day + " day", new ArrayList<>(List.of(12.5, -3.25, 7.0, 8.125, 10.5)));
            result.put("remarks on the " + day + " day", "nothing that is worth to be remarked upon happened on it");
        }
        append(result, 99.5);
        List<String> lines = new ArrayList<>();
        for (int n = 1; n <= 16; n++) {
            lines.add("line " + n + " of a text that fills most of a screen");
        }
        lengths(lines);
        Map<Place, Integer> visits = new LinkedHashMap<>(Map.of(place(1), 1));
        visits.put(place(2), 2);
        visits.put(place(3), 4);
        visit(visits, place(2));
    }

    enum Gate {
        NORTH,
        SOUTH;

        static final List<String> NOTED = new ArrayList<>();
        private int visitors;
    }

    static void let(Gate gate, String name) {
        gate.visitors += 2;
        Gate.NOTED.add(name);
        Gate.SOUTH.visitors--;
    }

    /** What happens to things that a loop takes out of a queue. */
    static class Job {
        final String name;
        int minutes;

        Job(String name) {
            this.name = name;
        }
    }

    static void drain(ArrayDeque<Job> queue) {
        while (!queue.isEmpty()) {
            Job job = queue.poll();
            job.minutes = 30 + queue.size();
        }
    }

    static void turn(char[] letters) {
        for (int i = 0; i < 7; i++) {
            letters[i] = (char) (letters[i] - 32);
        }
    }

    /** An object whose first field leads to much more than the later ones. */
    static class Workshop {
        final List<String> rules = new ArrayList<>();
        final Job job = new Job("sweep");
        final int workers = 3;

        {
            for (int i = 1; i <= 60; i++) {
                rules.add("rule number " + i + " of a list that fills every screen");
            }
        }

        int look() {
            return job.minutes + workers;
        }
    }

    enum Paint {
        RED(620),
        BLUE(470);

        final int wave;

        Paint(int wave) {
            this.wave = wave;
        }
    }

    enum Wood {
        OAK("hard"),
        FIR("soft");

        final String kind;

        Wood(String kind) {
            this.kind = kind;
        }
    }

    public static void main(String[] args) {
        Calendar calendar = new Calendar();
        calendar.repeat("Blue", LocalDate.of(2026, 3, 7), 5);
        Format format = new Format('\t', '"', true, false, '\0').withEscape('\\');
        Tag.level("h2");
        Section book = new Section("Book", null);
        Section first = new Section("First", book);
        new Section("Second", first);
        book.count(1);
        Prices prices = new Prices();
        prices.note("a product whose name is so long that hardly anything has room beside it", 12.5);
        counted(new Counter());
        summed(new Counter());
        List<String> names = new ArrayList<>(List.of("Ada", "Bob", "Cid", "Eve", "Fay", "Gil", "Hal", "Ida", "Jim", "Kay"));
        Map<String, Integer> ages = new TreeMap<>(Map.of("ada", 1, "bob", 2, "eve", 3));
        edit(names, ages, new StringBuilder("a text that is long enough to be told by what differs in it"), new int[60]);
        found(List.of("a", "an", "word", "more"));
        System.out.println(format.escape);
        rest();
        let(Gate.NORTH, "Ada");
        drain(new ArrayDeque<>(List.of(new Job("wash"), new Job("dry"))));
        turn("letters in a row".toCharArray());
        new Workshop().look();
        Paint.RED.name();
        Wood.OAK.name();
    }
}
