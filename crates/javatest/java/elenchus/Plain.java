package elenchus;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Values that need no class of the program: literals, constants, arrays and collections of the platform. */
final class Plain {
    private Plain() {}

    /** A number, a text, nothing, or what is known by its text. */
    static final class Literal extends Made {
        final Object value;

        Literal(Object value) {
            this.value = value;
        }

        @Override
        Object make(Making making) {
            if (value instanceof StringBuffer text) {
                return new StringBuffer(text);
            }
            return value instanceof StringBuilder text ? new StringBuilder(text) : value;
        }

        @Override
        String write(Source source) {
            boolean isPlain = value == null || Types.isPlain(value.getClass());
            return isPlain ? Literals.of(value) : Texts.written(value, source);
        }
    }

    /** A comparator that the platform has one of. */
    static final class Order extends Made {
        private final boolean isReverse;

        private Order(boolean isReverse) {
            this.isReverse = isReverse;
        }

        /** The order that a comparator stands for; nothing for others. */
        static Order of(Object value) {
            return value.equals(Comparator.naturalOrder())
                    ? new Order(false)
                    : value.equals(Comparator.reverseOrder()) ? new Order(true) : null;
        }

        @Override
        Object make(Making making) {
            return isReverse ? Comparator.reverseOrder() : Comparator.naturalOrder();
        }

        @Override
        String write(Source source) {
            return source.type(Comparator.class) + (isReverse ? ".reverseOrder()" : ".naturalOrder()");
        }
    }

    /** A constant of an enum, or a class. */
    static final class Constant extends Made {
        private final Class<?> type;
        private final String name;

        Constant(Class<?> type, String name) {
            this.type = type;
            this.name = name;
        }

        @Override
        Object make(Making making) throws Cannot {
            Class<?> there = making.world.type(Types.name(type));
            if (name == null) {
                return there;
            }
            for (Object constant : there.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new Cannot("there is no " + type.getSimpleName() + "." + name);
        }

        @Override
        String write(Source source) {
            return source.type(type) + "." + (name == null ? "class" : name);
        }
    }

    static final class Row extends Made {
        private final Class<?> array;
        private final List<Made> elements;

        Row(Class<?> array, List<Made> elements) {
            this.array = array;
            this.elements = elements;
        }

        @Override
        Object make(Making making) throws Exception {
            Class<?> element = making.world.type(Types.name(array.getComponentType()));
            Object row = Array.newInstance(element, elements.size());
            making.begun(this, row);
            for (int place = 0; place < elements.size(); place++) {
                Array.set(row, place, making.of(elements.get(place)));
            }
            return row;
        }

        @Override
        String write(Source source) {
            if (elements.size() > 4 && elements.stream().allMatch(Row::isDefault)) {
                String type = source.type(array);
                return "new " + type.replaceFirst("\\[\\]", "[" + elements.size() + "]");
            }
            return "new " + source.type(array) + " " + braces(source);
        }

        private String braces(Source source) {
            StringJoiner all = new StringJoiner(", ", "{", "}");
            for (Made element : elements) {
                boolean nested = element instanceof Row && !source.isNamed(element);
                all.add(nested ? ((Row) element).braces(source) : source.written(element));
            }
            return all.toString();
        }

        private static boolean isDefault(Made element) {
            if (!(element instanceof Literal literal)) {
                return false;
            }
            Object value = literal.value;
            return value == null
                    || value.equals(false)
                    || value.equals('\0')
                    || value instanceof Number number && number.doubleValue() == 0;
        }

        @Override
        List<Made> parts() {
            return elements;
        }

        @Override
        List<List<?>> optional() {
            return List.of(elements);
        }
    }

    /** A list, set or queue. */
    static final class Items extends Made {
        private final Class<?> type;
        private final List<Made> items;

        Items(Class<?> type, List<Made> items) {
            this.type = type;
            this.items = items;
        }

        /** Whether it can be changed; what cannot is made by {@code List.of}. */
        private boolean isMutable() {
            return type.getPackageName().equals("java.util") && java.lang.reflect.Modifier.isPublic(type.getModifiers());
        }

        /** Whether it is a view of an array: what {@code Arrays.asList} makes. */
        private boolean isOfArray() {
            return type.getName().equals("java.util.Arrays$ArrayList");
        }

        @Override
        Object make(Making making) throws Exception {
            List<Object> values = Arrays.asList(making.all(items));
            if (!isMutable()) {
                boolean isSet = java.util.Set.class.isAssignableFrom(type);
                return isSet ? java.util.Set.copyOf(values) : isOfArray() ? Arrays.asList(values.toArray()) : List.copyOf(values);
            }
            @SuppressWarnings("unchecked")
            java.util.Collection<Object> made =
                    (java.util.Collection<Object>) type.getDeclaredConstructor().newInstance();
            made.addAll(values);
            return made;
        }

        @Override
        String write(Source source) {
            String of = java.util.Set.class.isAssignableFrom(type) && !isMutable() ? "Set" : "List";
            String written = source.list(items);
            boolean hasNull = items.stream().anyMatch(item -> item instanceof Literal literal && literal.value == null);
            String list = hasNull || isOfArray()
                    ? source.type(Arrays.class) + ".asList(" + written + ")"
                    : source.type(of.equals("Set") ? java.util.Set.class : List.class) + ".of(" + written + ")";
            if (!isMutable()) {
                return list;
            }
            return "new " + source.type(type) + "<>(" + (items.isEmpty() ? "" : list) + ")";
        }

        @Override
        List<Made> parts() {
            return items;
        }

        @Override
        List<List<?>> optional() {
            return List.of(items);
        }
    }

    /** A map. */
    static final class Entries extends Made {
        private final Class<?> type;
        private final List<Made[]> entries;

        Entries(Class<?> type, List<Made[]> entries) {
            this.type = type;
            this.entries = entries;
        }

        private boolean isMutable() {
            return type.getPackageName().equals("java.util") && java.lang.reflect.Modifier.isPublic(type.getModifiers());
        }

        @Override
        Object make(Making making) throws Exception {
            @SuppressWarnings("unchecked")
            Map<Object, Object> made = isMutable()
                    ? (Map<Object, Object>) type.getDeclaredConstructor().newInstance()
                    : new LinkedHashMap<>();
            for (Made[] entry : entries) {
                made.put(making.of(entry[0]), making.of(entry[1]));
            }
            return isMutable() ? made : type.getName().contains("Immutable") ? Map.copyOf(made) : Collections.unmodifiableMap(made);
        }

        @Override
        boolean needsName() {
            // The order in which entries come matters only here.
            return java.util.LinkedHashMap.class == type && entries.size() > 1 || entries.size() > 10;
        }

        @Override
        String write(Source source) {
            String map = "new " + source.type(type) + "<>(";
            if (needsName()) {
                return "new " + source.type(type) + types(source) + "()";
            }
            if (entries.isEmpty() && isMutable()) {
                return map + ")";
            }
            StringJoiner all = new StringJoiner(", ", source.type(Map.class) + ".of(", ")");
            for (Made[] entry : entries) {
                all.add(source.written(entry[0])).add(source.written(entry[1]));
            }
            return isMutable() ? map + all + ")" : all.toString();
        }

        /** The types of keys and values, if all of them are of one. */
        private String types(Source source) {
            List<Made> keys = new ArrayList<>();
            List<Made> values = new ArrayList<>();
            for (Made[] entry : entries) {
                keys.add(entry[0]);
                values.add(entry[1]);
            }
            Class<?> key = Made.common(keys);
            Class<?> value = Made.common(values);
            return key == null || value == null ? "" : "<" + source.type(key) + ", " + source.type(value) + ">";
        }

        /** What follows the declaration of a map whose entries are put one by one. */
        void writeEntries(String name, Source source) {
            for (Made[] entry : entries) {
                source.statement(name + ".put(" + source.written(entry[0]) + ", " + source.written(entry[1]) + ");");
            }
        }

        @Override
        List<Made> parts() {
            List<Made> parts = new ArrayList<>();
            entries.forEach(entry -> parts.addAll(List.of(entry)));
            return parts;
        }

        @Override
        List<List<?>> optional() {
            return List.of(entries);
        }
    }
}
