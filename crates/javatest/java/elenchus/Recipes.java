package elenchus;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** How the values of a state can be made by what a test may use. What is found was tried, and came to the recorded state. */
final class Recipes {
    final String fromPackage;
    /** Where recipes are tried. */
    final World trial;

    private final Map<Object, Made> known = new IdentityHashMap<>();
    private final Map<Made, Boolean> unfinished = new IdentityHashMap<>();

    Recipes(String fromPackage, World trial) {
        this.fromPackage = fromPackage;
        this.trial = trial;
    }

    List<Made> all(Object[] values) throws Cannot {
        List<Made> made = new ArrayList<>();
        for (Object value : values) {
            made.add(of(value));
        }
        return made;
    }

    Made of(Object value) throws Cannot {
        Made simple = simple(value);
        if (simple != null) {
            return simple;
        }
        Made done = known.get(value);
        if (done != null) {
            return done;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            List<Made> elements = new ArrayList<>();
            Made row = new Plain.Row(visible(type), elements);
            known.put(value, row);
            for (int place = 0; place < Array.getLength(value); place++) {
                elements.add(of(Array.get(value, place)));
            }
            return row;
        }
        if (Types.isPlatform(type) && value instanceof Collection<?> items) {
            List<Made> made = new ArrayList<>();
            Made row = new Plain.Items(type, made);
            known.put(value, row);
            made.addAll(all(items.toArray()));
            return row;
        }
        if (Types.isPlatform(type) && value instanceof Map<?, ?> map) {
            List<Made[]> made = new ArrayList<>();
            Made entries = new Plain.Entries(type, made);
            known.put(value, entries);
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                made.add(new Made[] {of(entry.getKey()), of(entry.getValue())});
            }
            return entries;
        }
        Built built = new Built(visible(type));
        known.put(value, built);
        unfinished.put(built, true);
        try {
            new Search(this, value, built).run();
        } catch (Cannot cannot) {
            known.remove(value);
            throw cannot;
        } finally {
            unfinished.remove(built);
        }
        return built;
    }

    /** A value that is written as a literal, a constant or its text; nothing for others. */
    private Made simple(Object value) throws Cannot {
        if (value == null || Types.isPlain(value.getClass())) {
            return new Plain.Literal(value);
        }
        if (value instanceof java.util.Comparator && Types.isPlatform(value.getClass()) && Plain.Order.of(value) != null) {
            return Plain.Order.of(value);
        }
        if (value instanceof Enum<?> constant) {
            return new Plain.Constant(visible(constant.getDeclaringClass()), constant.name());
        }
        if (value instanceof Class<?> type) {
            return new Plain.Constant(visible(type), null);
        }
        boolean isText = Texts.isKnown(value) && Texts.written(value, new Source("", "")) != null;
        if (isText && !known.containsKey(value)) {
            known.put(value, new Plain.Literal(value));
        }
        return isText ? known.get(value) : null;
    }

    /** A value without objects of the program, such as a test can expect; nothing for others. */
    Made expected(Object value) {
        try {
            Made made = new Recipes(fromPackage, null).of(value);
            return Made.all(List.of(made)).stream().anyMatch(part -> part instanceof Built) ? null : made;
        } catch (Cannot | RuntimeException other) {
            return null;
        }
    }

    /** Whether a value leads to one that is not finished, so that it cannot be given to a constructor. */
    boolean isOpen(Made made) {
        return Made.all(List.of(made)).stream().anyMatch(unfinished::containsKey);
    }

    Class<?> visible(Class<?> type) throws Cannot {
        if (!Types.isVisible(type, fromPackage)) {
            throw new Cannot("a test cannot name the class " + type.getName());
        }
        return type;
    }
}
