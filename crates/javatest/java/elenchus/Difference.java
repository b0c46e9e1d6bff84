package elenchus;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A place where two outcomes differ: the way to it from what came out, and what is there.
 *
 * @param root {@code returned}, {@code this}, {@code printed}, or the place of an argument
 * @param here what came out of the recorded code
 * @param there what should come out
 */
record Difference(String root, List<Step> path, Object here, Object there) {
    /** No more are looked for. */
    private static final int MOST = 6;

    /** A step from a value to a part of it, with the value in both outcomes. */
    sealed interface Step permits OfField, OfIndex, OfKey, OfContent {
        Object here();

        Object there();
    }

    record OfField(Object here, Object there, Field field) implements Step {}

    record OfIndex(Object here, Object there, int index) implements Step {}

    record OfKey(Object here, Object there, Object key) implements Step {}

    /** What an optional value holds. */
    record OfContent(Object here, Object there) implements Step {}

    /** Whether it is of the same kind as another one: at the same root, of the same depth. */
    boolean isLike(Difference other) {
        return root.equals(other.root) && path.size() == other.path.size();
    }

    /** The places where two outcomes differ. */
    static List<Difference> between(Outcome here, Outcome there) {
        Finder finder = new Finder();
        finder.compare("returned", here.returned(), there.returned());
        for (int place = 0; place < here.arguments().length; place++) {
            finder.compare(String.valueOf(place), here.arguments()[place], there.arguments()[place]);
        }
        // What a call returns need not be looked at twice.
        boolean isReturned = here.receiver() == here.returned() && there.receiver() == there.returned();
        if (!isReturned) {
            finder.compare("this", here.receiver(), there.receiver());
        }
        if (finder.found.isEmpty()) {
            finder.compare("printed", here.printed(), there.printed());
        }
        return finder.found;
    }

    private static final class Finder {
        final List<Difference> found = new ArrayList<>();
        private final Map<Object, Boolean> met = new IdentityHashMap<>();
        private String root;

        void compare(String name, Object here, Object there) {
            root = name;
            compare(List.of(), here, there);
        }

        private void compare(List<Step> path, Object here, Object there) {
            if (found.size() >= MOST || Alike.are(here, there)) {
                return;
            }
            boolean isLeaf = here == null
                    || there == null
                    || !Types.name(here.getClass()).equals(Types.name(there.getClass()))
                    || Types.isPlain(here.getClass())
                    || here instanceof Enum
                    || Texts.isKnown(here);
            if (isLeaf || holdsPlain(there) && !haveSameKeys(here, there)) {
                found.add(new Difference(root, path, here, there));
            } else if (met.put(here, true) == null) {
                inside(path, here, there);
            }
        }

        /** Whether a collection or an array holds nothing but plain values, so that it is compared as a whole. */
        private static boolean holdsPlain(Object value) {
            if (value.getClass().isArray()) {
                Class<?> element = value.getClass().getComponentType();
                return Types.isPlain(element);
            }
            if (!Types.isPlatform(value.getClass())) {
                return false;
            }
            Collection<?> items = value instanceof Map<?, ?> map ? map.values() : value instanceof Collection<?> row ? row : null;
            return items != null && items.stream().allMatch(item -> item == null || Types.isPlain(item.getClass()));
        }

        /** Whether both are maps with the same keys, so that single values are compared. */
        private static boolean haveSameKeys(Object here, Object there) {
            return here instanceof Map<?, ?> ours && there instanceof Map<?, ?> theirs && ours.keySet().equals(theirs.keySet());
        }

        private void inside(List<Step> path, Object here, Object there) {
            if (here.getClass().isArray()) {
                int common = Math.min(Array.getLength(here), Array.getLength(there));
                for (int place = 0; place < common; place++) {
                    Step step = new OfIndex(here, there, place);
                    compare(more(path, step), Array.get(here, place), Array.get(there, place));
                }
            } else if (here instanceof Map<?, ?> map && Types.isPlatform(here.getClass())) {
                Map<?, ?> other = (Map<?, ?>) there;
                for (Map.Entry<?, ?> entry : other.entrySet()) {
                    Step step = new OfKey(here, there, entry.getKey());
                    compare(more(path, step), map.get(entry.getKey()), entry.getValue());
                }
            } else if (here instanceof List<?> list && Types.isPlatform(here.getClass())) {
                List<?> other = (List<?>) there;
                for (int place = 0; place < Math.min(list.size(), other.size()); place++) {
                    compare(more(path, new OfIndex(here, there, place)), list.get(place), other.get(place));
                }
            } else if (here instanceof Optional<?> held && there instanceof Optional<?> other) {
                if (held.isPresent() && other.isPresent()) {
                    compare(more(path, new OfContent(here, there)), held.get(), other.get());
                }
            } else if (!Types.isPlatform(here.getClass())) {
                for (Field field : Types.fields(here.getClass())) {
                    Field other = Alike.named(there.getClass(), field);
                    if (other != null && !field.isSynthetic()) {
                        Step step = new OfField(here, there, field);
                        compare(more(path, step), State.held(here, field), State.held(there, other));
                    }
                }
            }
        }

        private static List<Step> more(List<Step> path, Step step) {
            List<Step> more = new ArrayList<>(path);
            more.add(step);
            return more;
        }
    }
}
