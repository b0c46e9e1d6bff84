package elenchus;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A value as a test makes it: it can be made in any world, and written as source. */
abstract class Made {
    /** Makes it. Parts that are used in several places are made once. */
    abstract Object make(Making making) throws Exception;

    /** Writes it as an expression. */
    abstract String write(Source source);

    /** The values that it is made of. */
    List<Made> parts() {
        return List.of();
    }

    /** Elements that can be left out of it to make it smaller: something else may come out then. */
    List<List<?>> optional() {
        return List.of();
    }

    /** What is done with it after it was made, which can be left out where nothing else comes out without it. */
    List<?> steps() {
        return List.of();
    }

    /** Whether it needs a name, since something is done with it after it is made. */
    boolean needsName() {
        return false;
    }

    /** One making of all values of a test. */
    static final class Making {
        final World world;
        private final Map<Made, Object> done = new IdentityHashMap<>();

        Making(World world) {
            this.world = world;
        }

        Object of(Made made) throws Exception {
            if (done.containsKey(made)) {
                return done.get(made);
            }
            Object value = made.make(this);
            done.put(made, value);
            return value;
        }

        /** Makes something known before it is finished, so that it can refer to itself. */
        void begun(Made made, Object value) {
            done.put(made, value);
        }

        Object[] all(List<Made> made) throws Exception {
            Object[] values = new Object[made.size()];
            for (int place = 0; place < values.length; place++) {
                values[place] = of(made.get(place));
            }
            return values;
        }
    }

    /** The class of all of some values, if that is one and can be told. */
    static Class<?> common(List<Made> values) {
        Class<?> common = null;
        for (Made value : values) {
            Class<?> type = value instanceof Built built ? built.type : null;
            if (value instanceof Plain.Literal literal && literal.value != null) {
                type = literal.value.getClass();
            }
            if (type == null || common != null && common != type) {
                return null;
            }
            common = type;
        }
        return common;
    }

    /** All that a value is made of, itself included. */
    static List<Made> all(List<Made> roots) {
        Map<Made, Boolean> met = new IdentityHashMap<>();
        List<Made> all = new ArrayList<>();
        List<Made> left = new ArrayList<>(roots);
        while (!left.isEmpty()) {
            Made next = left.remove(left.size() - 1);
            if (met.put(next, true) == null) {
                all.add(next);
                left.addAll(next.parts());
            }
        }
        return all;
    }
}
