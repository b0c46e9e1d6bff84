package elenchus;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether two objects, perhaps of different worlds, hold the same. */
final class Alike {
    /** Pairs that are being compared, or were: in cycles they count as alike. */
    private final Set<Pair> met = new HashSet<>();

    private record Pair(Object one, Object other) {
        @Override
        public boolean equals(Object object) {
            return object instanceof Pair pair && pair.one == one && pair.other == other;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(one) + System.identityHashCode(other);
        }
    }

    static boolean are(Object one, Object other) {
        return new Alike().same(one, other);
    }

    boolean same(Object one, Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        Class<?> type = one.getClass();
        if (!Types.name(type).equals(Types.name(other.getClass()))) {
            return false;
        }
        if (Types.isPlain(type)) {
            return one.equals(other);
        }
        if (one instanceof Enum<?> constant) {
            return constant.name().equals(((Enum<?>) other).name());
        }
        if (one instanceof Class<?> named) {
            return Types.name(named).equals(Types.name((Class<?>) other));
        }
        if (Texts.isKnown(one)) {
            return one.toString().equals(other.toString());
        }
        if (!met.add(new Pair(one, other))) {
            return true;
        }
        if (type.isArray()) {
            return sameElements(one, other);
        }
        if (Types.isPlatform(type)) {
            return samePlatform(one, other);
        }
        for (Field field : Types.fields(type)) {
            Field theirs = named(other.getClass(), field);
            if (theirs == null || !same(State.held(one, field), State.held(other, theirs))) {
                return false;
            }
        }
        return true;
    }

    /** The field of the same name in another world's class. */
    static Field named(Class<?> type, Field field) {
        for (Field other : Types.fields(type)) {
            boolean named = other.getName().equals(field.getName());
            if (named && other.getDeclaringClass().getName().equals(field.getDeclaringClass().getName())) {
                return other;
            }
        }
        return null;
    }

    private boolean sameElements(Object one, Object other) {
        int length = Array.getLength(one);
        if (length != Array.getLength(other)) {
            return false;
        }
        for (int place = 0; place < length; place++) {
            if (!same(Array.get(one, place), Array.get(other, place))) {
                return false;
            }
        }
        return true;
    }

    private boolean samePlatform(Object one, Object other) {
        if (one instanceof Map<?, ?> map) {
            Map<?, ?> theirs = (Map<?, ?>) other;
            return sameUnordered(new ArrayList<>(map.keySet()), new ArrayList<>(theirs.keySet()))
                    && sameUnordered(pairs(map), pairs(theirs));
        }
        if (one instanceof Collection<?> row) {
            List<Object> ours = new ArrayList<>(row);
            List<Object> theirs = new ArrayList<>((Collection<?>) other);
            return one instanceof Set ? sameUnordered(ours, theirs) : sameElements(ours.toArray(), theirs.toArray());
        }
        for (Field field : Types.fields(one.getClass())) {
            if (!same(State.held(one, field), State.held(other, field))) {
                return false;
            }
        }
        return true;
    }

    private static List<Object> pairs(Map<?, ?> map) {
        List<Object> pairs = new ArrayList<>();
        map.forEach((key, value) -> pairs.add(new Object[] {key, value}));
        return pairs;
    }

    private static boolean sameUnordered(List<Object> ours, List<Object> theirs) {
        if (ours.size() != theirs.size()) {
            return false;
        }
        List<Object> left = new ArrayList<>(theirs);
        for (Object element : ours) {
            boolean found = false;
            for (int place = 0; place < left.size() && !found; place++) {
                // A look at a pair that fails must not count as a pair that is alike.
                found = are(element, left.get(place));
                if (found) {
                    left.remove(place);
                }
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }
}
