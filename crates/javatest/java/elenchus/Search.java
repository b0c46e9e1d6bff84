package elenchus;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The search for a way to make one object: a constructor or factory that is given what the object holds, then methods that add
 * what is missing, setters, fields, and in the end reflection. Each is tried, and kept if the object comes nearer to what it should be.
 */
final class Search {
    /** How many ways to call one constructor are tried. */
    private static final int MOST_WAYS = 80;
    /** What an object writes of itself is not longer, if it is to be written in a test. */
    private static final int LONGEST_TEXT = 200;
    /** How many elements are added one by one. */
    private static final int MOST_ADDED = 16;

    private final Recipes recipes;
    private final Object wanted;
    private final Built built;
    private final List<Field> fields = new ArrayList<>();
    private List<Field> missing;

    Search(Recipes recipes, Object wanted, Built built) {
        this.recipes = recipes;
        this.wanted = wanted;
        this.built = built;
    }

    void run() throws Cannot {
        if (recipes.trial == null) {
            throw new Cannot("objects of the program are not expected as a whole");
        }
        for (Field field : Types.fields(built.type)) {
            if (!field.isSynthetic()) {
                fields.add(field);
            } else if (Types.isInner(built.type) && field.getName().startsWith("this$")) {
                built.outer = recipes.of(State.held(wanted, field));
            }
        }
        for (Executable maker : makers()) {
            tryWays(maker, new ArrayList<>());
        }
        if (missing == null) {
            throw new Cannot("no constructor or factory of " + built.type.getSimpleName() + " can be called for it");
        }
        if (!missing.isEmpty()) {
            addElements();
        }
        for (Field field : new ArrayList<>(missing)) {
            set(field);
        }
    }

    /** The constructors and factories that a test can call, those with few parameters first. */
    private List<Executable> makers() {
        List<Executable> makers = new ArrayList<>(Arrays.asList(built.type.getDeclaredConstructors()));
        if (Modifier.isAbstract(built.type.getModifiers())) {
            makers.clear();
        }
        for (Method method : built.type.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == built.type) {
                makers.add(method);
            }
        }
        makers.removeIf(maker -> !Types.isVisible(maker, recipes.fromPackage));
        makers.sort(Comparator.comparing((Executable maker) -> maker instanceof Method)
                .thenComparing(Executable::getParameterCount));
        return makers;
    }

    /** Tries ways to call a constructor or factory: what the object holds, in all places where it fits. */
    private void tryWays(Executable maker, List<Made> given) {
        int[] left = {MOST_WAYS};
        tryWays(maker, given, left);
    }

    private void tryWays(Executable maker, List<Made> given, int[] left) {
        int skipped = built.outer != null && maker instanceof Constructor ? 1 : 0;
        Class<?>[] types = maker.getParameterTypes();
        if (left[0] <= 0 || missing != null && missing.isEmpty()) {
            return;
        }
        if (given.size() + skipped == types.length) {
            left[0]--;
            attempt(maker, new ArrayList<>(given), List.of());
            return;
        }
        for (Made option : options(types[given.size() + skipped], given)) {
            List<Made> more = new ArrayList<>(given);
            more.add(option);
            tryWays(maker, more, left);
        }
    }

    /** What could be given for a parameter: what fields hold, those first that are not given yet, then sizes and nothing. */
    private List<Made> options(Class<?> parameter, List<Made> given) {
        Set<Object> plain = new LinkedHashSet<>();
        List<Made> options = new ArrayList<>();
        for (Field field : fields) {
            Object value = State.held(wanted, field);
            try {
                if (value == null ? !parameter.isPrimitive() : Types.boxed(parameter).isInstance(value)) {
                    Made made = recipes.of(value);
                    if (!recipes.isOpen(made) && (value == null || !Types.isPlain(value.getClass()) || plain.add(value))) {
                        options.add(made);
                    }
                }
            } catch (Cannot other) {
                continue;
            }
            if (parameter == int.class && value != null && (value.getClass().isArray() || value instanceof Collection)) {
                int size = value instanceof Collection<?> items ? items.size() : Array.getLength(value);
                if (plain.add(size)) {
                    options.add(new Plain.Literal(size));
                }
            }
        }
        options.sort(Comparator.comparing(given::contains));
        boolean isText = parameter == String.class || parameter == CharSequence.class;
        for (String text : isText ? texts() : List.<String>of()) {
            if (plain.add(text)) {
                options.add(new Plain.Literal(text));
            }
        }
        Object nothing = nothing(parameter);
        if (plain.add(nothing)) {
            options.add(new Plain.Literal(nothing));
        }
        return options;
    }

    /** How the object writes itself, from which a factory may make it. */
    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (Method method : built.type.getDeclaredMethods()) {
            boolean isOwn = !Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 0;
            if (!isOwn || method.getReturnType() != String.class || !Types.isVisible(method, recipes.fromPackage)) {
                continue;
            }
            try {
                method.setAccessible(true);
                String text = (String) method.invoke(wanted);
                if (text != null && text.length() <= LONGEST_TEXT) {
                    texts.add(text);
                }
            } catch (ReflectiveOperationException | RuntimeException cannot) {
                continue;
            }
        }
        Collections.sort(texts);
        return texts;
    }

    private static Object nothing(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    /** Makes the object in this way, and keeps the way if it comes nearer. */
    private boolean attempt(Executable maker, List<Made> arguments, List<Built.Step> steps) {
        Built tried = new Built(built.type);
        tried.outer = built.outer;
        tried.maker = maker;
        tried.arguments = arguments;
        tried.steps = new ArrayList<>(steps);
        List<Field> differ;
        try {
            differ = differing(new Made.Making(recipes.trial).of(tried));
        } catch (Exception | LinkageError cannot) {
            return false;
        }
        if (missing != null && differ.size() >= missing.size()) {
            return false;
        }
        missing = differ;
        built.maker = maker;
        built.arguments = arguments;
        built.steps = tried.steps;
        return true;
    }

    private List<Field> differing(Object made) {
        List<Field> differ = new ArrayList<>();
        for (Field field : fields) {
            Field there = Alike.named(made.getClass(), field);
            if (there == null || !Alike.are(State.held(wanted, field), State.held(made, there))) {
                differ.add(field);
            }
        }
        return differ;
    }

    /** Adds the elements of collections by methods that take one, or its parts. */
    private void addElements() {
        for (Field field : new ArrayList<>(missing)) {
            Object value = State.held(wanted, field);
            List<List<Object[]>> ways = new ArrayList<>(List.of(elements(value)));
            if (value != null && !Types.isPlatform(value.getClass())) {
                List<Object[]> linked = linked(value);
                List<Object[]> reversed = new ArrayList<>(linked);
                Collections.reverse(reversed);
                ways.addAll(List.of(linked, reversed));
            }
            for (List<Object[]> elements : ways) {
                addAll(elements);
                if (missing.isEmpty()) {
                    return;
                }
            }
        }
    }

    private void addAll(List<Object[]> elements) {
        if (elements.isEmpty() || elements.size() > MOST_ADDED) {
            return;
        }
        for (Method method : methods()) {
            List<Built.Step> steps = new ArrayList<>(built.steps);
            for (Object[] element : elements) {
                List<Made> arguments = fitting(method, element);
                if (arguments == null) {
                    steps = null;
                    break;
                }
                steps.add(new Built.Invoke(method, arguments));
            }
            if (steps != null && attempt(built.maker, built.arguments, steps) && missing.isEmpty()) {
                return;
            }
        }
    }

    /** What objects that lead to each other hold, such as the links of a chain: of each object its plain values. */
    private static List<Object[]> linked(Object first) {
        List<Object[]> held = new ArrayList<>();
        Map<Object, Boolean> met = new IdentityHashMap<>();
        List<Object> left = new ArrayList<>(List.of(first));
        while (!left.isEmpty() && met.size() <= 4 * MOST_ADDED) {
            Object next = left.remove(left.size() - 1);
            if (met.put(next, true) != null) {
                continue;
            }
            List<Object> plain = new ArrayList<>();
            List<Object> further = new ArrayList<>();
            for (Field field : Types.fields(next.getClass())) {
                Object value = State.held(next, field);
                if (value != null && (Types.isPlain(value.getClass()) || value instanceof Enum || Texts.isKnown(value))) {
                    plain.add(value);
                } else if (value != null && !Types.isPlatform(value.getClass()) && !value.getClass().isArray()) {
                    further.add(0, value);
                }
            }
            left.addAll(further);
            if (!plain.isEmpty()) {
                held.add(plain.toArray());
            }
        }
        return held;
    }

    /** The elements of a collection or array, the entries of a map. */
    private static List<Object[]> elements(Object value) {
        List<Object[]> elements = new ArrayList<>();
        if (value instanceof Collection<?> items) {
            items.forEach(item -> elements.add(new Object[] {item}));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, held) -> elements.add(new Object[] {key, held}));
        } else if (value != null && value.getClass().isArray()) {
            for (int place = 0; place < Array.getLength(value); place++) {
                Object item = Array.get(value, place);
                if (item != null) {
                    elements.add(new Object[] {item});
                }
            }
        }
        return elements;
    }

    /** An element as the arguments of a method: itself, or the values that it holds. */
    private List<Made> fitting(Method method, Object[] element) {
        Class<?>[] types = method.getParameterTypes();
        try {
            if (fits(types, element)) {
                List<Made> arguments = recipes.all(element);
                return arguments.stream().anyMatch(recipes::isOpen) ? null : arguments;
            }
            Object last = element[element.length - 1];
            if (last == null || Types.isPlatform(last.getClass())) {
                return null;
            }
            List<Object> held = new ArrayList<>();
            for (Field field : Types.fields(last.getClass())) {
                held.add(State.held(last, field));
            }
            while (held.size() > types.length) {
                held.remove(held.size() - 1);
            }
            return fits(types, held.toArray()) ? recipes.all(held.toArray()) : null;
        } catch (Cannot cannot) {
            return null;
        }
    }

    private static boolean fits(Class<?>[] types, Object[] values) {
        if (types.length != values.length || types.length == 0) {
            return false;
        }
        for (int place = 0; place < types.length; place++) {
            Object value = values[place];
            if (value == null ? types[place].isPrimitive() : !Types.boxed(types[place]).isInstance(value)) {
                return false;
            }
        }
        return true;
    }

    /** The methods of the object that a test can call and that take something. */
    private List<Method> methods() {
        List<Method> methods = new ArrayList<>();
        for (Class<?> type = built.type; type != null && !Types.isPlatform(type); type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean isOwn = !Modifier.isStatic(method.getModifiers()) && method.getParameterCount() > 0;
                if (isOwn && Types.isVisible(method, recipes.fromPackage)) {
                    methods.add(method);
                }
            }
        }
        methods.sort(Comparator.comparing(Method::getName).thenComparing(Method::toString));
        return methods;
    }

    /** Gives a field its value: as it is, by a setter, or by reflection. */
    private void set(Field field) throws Cannot {
        if (!missing.contains(field)) {
            return;
        }
        Made value = recipes.of(State.held(wanted, field));
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        boolean isOpen = recipes.isOpen(value);
        if (Types.isVisible(field, recipes.fromPackage) && !isFinal) {
            built.steps.add(new Built.Assign(field, value, false));
            missing.remove(field);
            return;
        }
        for (Method method : isOpen ? List.<Method>of() : methods()) {
            Object[] held = {State.held(wanted, field)};
            if (fits(method.getParameterTypes(), held)) {
                List<Built.Step> steps = new ArrayList<>(built.steps);
                steps.add(new Built.Invoke(method, List.of(value)));
                if (attempt(built.maker, built.arguments, steps)) {
                    return;
                }
            }
        }
        if (built.type.isRecord() || Types.isPlatform(field.getDeclaringClass())) {
            throw new Cannot("no constructor of " + built.type.getSimpleName() + " gives it what it held");
        }
        built.steps.add(new Built.Assign(field, value, true));
        missing.remove(field);
    }
}
