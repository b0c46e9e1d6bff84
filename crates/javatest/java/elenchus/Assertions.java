package elenchus;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Writes what should come out, each difference as one assertion. */
final class Assertions {
    /** Methods that begin with these words change what they are asked about. */
    private static final Set<String> CHANGING = Set.of("pop", "poll", "remove", "next", "add", "set", "put", "clear", "close", "read", "take");

    private final Source source;
    private final Framework framework;
    private final Recipes recipes;
    /** What is tried as an argument of methods that tell about an object. */
    private final List<Made> hints;
    private final Set<String> written = new LinkedHashSet<>();

    /** A value as the test reaches it, with its type there, and what it is in both outcomes. */
    private record Reached(String expression, Class<?> type, Object here, Object there) {}

    Assertions(Source source, Framework framework, Recipes recipes, List<Made> hints) {
        this.source = source;
        this.framework = framework;
        this.recipes = recipes;
        this.hints = hints;
    }

    /** The assertion about a difference; nothing when it cannot be told apart in a test. */
    void add(Difference difference, String root, Class<?> type) {
        Object first = difference.path().isEmpty() ? difference.here() : difference.path().get(0).here();
        Reached reached = new Reached(root, type, first, null);
        for (Difference.Step step : difference.path()) {
            reached = new Reached(reached.expression, reached.type, step.here(), step.there());
            if (step instanceof Difference.OfField of) {
                Reached told = told(reached, of.field());
                if (told == null) {
                    told = observed(reached, difference);
                    if (told != null) {
                        written.add(asserted(told));
                        return;
                    }
                    told = byReflection(reached, of.field());
                }
                reached = told;
            } else if (step instanceof Difference.OfIndex of) {
                reached = ofIndex(reached, of.index());
            } else if (step instanceof Difference.OfKey of) {
                String key = source.written(recipes.expected(of.key()));
                String map = cast(reached, Map.class);
                Object held = ((Map<?, ?>) of.here()).get(of.key());
                reached = new Reached(map + ".get(" + key + ")", boxed(held), null, null);
            } else if (step instanceof Difference.OfContent) {
                reached = new Reached(cast(reached, Optional.class) + ".get()", Object.class, null, null);
            }
        }
        reached = new Reached(reached.expression, reached.type, difference.here(), difference.there());
        String text = asserted(reached);
        if (text != null) {
            written.add(text);
        }
    }

    Set<String> written() {
        written.remove(null);
        return written;
    }

    private Reached ofIndex(Reached row, int index) {
        Class<?> type = row.here.getClass();
        if (type.isArray()) {
            return new Reached(cast(row, type) + "[" + index + "]", type.getComponentType(), null, null);
        }
        Object held = ((List<?>) row.here).get(index);
        return new Reached(cast(row, List.class) + ".get(" + index + ")", boxed(held), null, null);
    }

    /** The type of an element as far as a test must know it: numbers in a collection would fit two kinds of assertions. */
    private static Class<?> boxed(Object element) {
        return element != null && Types.isPlain(element.getClass()) ? element.getClass() : Object.class;
    }

    /** A value with a type that has what is used of it. */
    private String cast(Reached value, Class<?> wanted) {
        boolean fits = value.type.getName().equals(wanted.getName())
                || wanted.isAssignableFrom(value.type)
                || isNamedAncestor(value.type, wanted.getName());
        return fits ? value.expression : "((" + source.type(wanted) + ") " + value.expression + ")";
    }

    private static boolean isNamedAncestor(Class<?> type, String name) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** What a field holds, by itself or by its accessor. */
    private Reached told(Reached object, Field field) {
        Class<?> owner = object.here.getClass();
        if (!Types.isVisible(owner, recipes.fromPackage)) {
            return null;
        }
        String target = cast(object, owner);
        if (Types.isVisible(field, recipes.fromPackage)) {
            return new Reached(target + "." + field.getName(), field.getType(), null, null);
        }
        for (Method method : askable(owner, 0)) {
            String name = method.getName().toLowerCase();
            String wanted = field.getName().toLowerCase();
            boolean isNamed = name.equals(wanted) || name.equals("get" + wanted) || name.equals("is" + wanted);
            if (isNamed && Alike.are(asked(method, object.here), State.held(object.here, field))) {
                return new Reached(target + "." + method.getName() + "()", method.getReturnType(), null, null);
            }
        }
        return null;
    }

    /** A method that tells the difference between two objects, asked without anything or about something that is at hand. */
    private Reached observed(Reached object, Difference difference) {
        Class<?> owner = object.here.getClass();
        if (!Types.isVisible(owner, recipes.fromPackage) || object.there == null) {
            return null;
        }
        List<Made> arguments = new ArrayList<>(hints);
        for (Difference.Step step : difference.path()) {
            if (step instanceof Difference.OfKey key) {
                arguments.add(0, recipes.expected(key.key()));
            }
        }
        if (difference.there() instanceof Map<?, ?> map && difference.here() instanceof Map<?, ?> before) {
            for (Object key : map.keySet()) {
                if (!Alike.are(map.get(key), before.get(key))) {
                    arguments.add(0, recipes.expected(key));
                }
            }
        }
        for (int count = 0; count < 2; count++) {
            for (Method method : askable(owner, count)) {
                for (Made argument : count == 0 ? Arrays.asList((Made) null) : arguments) {
                    Reached reached = observed(object, owner, method, argument);
                    if (reached != null) {
                        return reached;
                    }
                }
            }
        }
        return null;
    }

    private Reached observed(Reached object, Class<?> owner, Method method, Made argument) {
        Object[] given = {};
        if (argument instanceof Plain.Literal literal) {
            Object value = literal.value;
            if (value == null || !Types.boxed(method.getParameterTypes()[0]).isInstance(value)) {
                return null;
            }
            given = new Object[] {value};
        } else if (argument != null) {
            return null;
        }
        Method other = null;
        for (Method method2 : askable(object.there.getClass(), given.length)) {
            if (method2.getName().equals(method.getName())
                    && Types.names(method2.getParameterTypes()).equals(Types.names(method.getParameterTypes()))) {
                other = method2;
            }
        }
        if (other == null) {
            return null;
        }
        Object here = asked(method, object.here, given);
        Object there = asked(other, object.there, given);
        boolean tells = there != null && !Alike.are(here, there) && recipes.expected(there) != null
                && here != null && here.getClass().getName().equals(there.getClass().getName());
        String written = given.length == 0 ? "" : source.written(argument);
        String expression = cast(object, owner) + "." + method.getName() + "(" + written + ")";
        return tells ? new Reached(expression, method.getReturnType(), here, there) : null;
    }

    /** Methods that tell something and hardly change anything. */
    private List<Method> askable(Class<?> owner, int parameters) {
        Map<String, Method> methods = new HashMap<>();
        for (Class<?> type = owner; type != null && !Types.isPlatform(type); type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean fits = method.getParameterCount() == parameters
                        && method.getReturnType() != void.class
                        && !Modifier.isStatic(method.getModifiers())
                        && Types.isVisible(method, recipes.fromPackage)
                        && CHANGING.stream().noneMatch(method.getName()::startsWith);
                if (fits && !method.getName().equals("hashCode")) {
                    method.setAccessible(true);
                    methods.putIfAbsent(method.getName() + Types.names(method.getParameterTypes()), method);
                }
            }
        }
        List<Method> sorted = new ArrayList<>(methods.values());
        // A text says everything at once, which is hard to read.
        sorted.sort(Comparator.comparing((Method method) -> method.getName().equals("toString")).thenComparing(Method::getName));
        return sorted;
    }

    private static Object asked(Method method, Object object, Object... given) {
        try {
            return method.invoke(object, given);
        } catch (ReflectiveOperationException | RuntimeException cannot) {
            return null;
        }
    }

    private Reached byReflection(Reached object, Field field) {
        return new Reached(source.getter(field, object.expression), Object.class, null, null);
    }

    /** The assertion that a value is what it should be; nothing when a test cannot say so. */
    private String asserted(Reached value) {
        Object there = value.there;
        String actual = value.expression;
        if (there == null) {
            return call("assertNull", actual);
        }
        if (there instanceof Boolean truth && value.type == boolean.class) {
            return call(truth ? "assertTrue" : "assertFalse", actual);
        }
        Made expected = there instanceof CharSequence text ? new Plain.Literal(text.toString()) : expected(there);
        if (expected == null) {
            return value.here == null ? call("assertNotNull", actual) : null;
        }
        if (there instanceof CharSequence && !(there instanceof String)) {
            actual += ".toString()";
        }
        boolean isDecimal = there instanceof Double || there instanceof Float;
        boolean isBoxed = !value.type.isPrimitive() && Types.isPlain(value.type) && value.type != String.class;
        if (there.getClass().isArray()) {
            Class<?> element = there.getClass().getComponentType();
            String delta = (element == double.class || element == float.class) && framework == Framework.JUNIT4 ? ", 0" : "";
            return call("assertArrayEquals", source.written(expected) + ", " + cast(value, there.getClass()) + delta);
        }
        if (there instanceof Collection && !(there instanceof List) && !(there instanceof Set)) {
            actual = "new " + source.type(ArrayList.class) + "<>(" + actual + ")";
        }
        if (isBoxed) {
            actual = "(" + unboxed(value.type) + ") " + actual;
        }
        String delta = isDecimal && framework == Framework.JUNIT4 && (isBoxed || value.type.isPrimitive()) ? ", 0" : "";
        String wanted = source.written(expected);
        return call("assertEquals", wanted + ", " + actual + delta);
    }

    private static String unboxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).unwrap().returnType().getName();
    }

    /** What a test expects: collections as the shortest that are equal. */
    private Made expected(Object value) {
        Made made = recipes.expected(value);
        if (made == null || !Types.isPlatform(value.getClass())) {
            return made;
        }
        if (value instanceof Set<?> items) {
            // Sorted sets cannot be asked whether they hold nothing.
            return items.stream().anyMatch(Objects::isNull) ? made : recipes.expected(Set.copyOf(items));
        }
        if (value instanceof Collection<?> items) {
            boolean hasNull = items.stream().anyMatch(Objects::isNull);
            return recipes.expected(hasNull ? Arrays.asList(items.toArray()) : List.copyOf(items));
        }
        boolean isShort = value instanceof Map<?, ?> map && map.size() <= 10 && map.values().stream().noneMatch(Objects::isNull);
        return isShort ? recipes.expected(Map.copyOf((Map<?, ?>) value)) : made;
    }

    private String call(String assertion, String arguments) {
        source.importStatic(framework.assertions + "." + assertion);
        return assertion + "(" + arguments + ");";
    }
}
