package elenchus;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/** The source of a test as it grows: imports, names, statements, helpers. */
final class Source {
    private final String inPackage;
    private final String className;
    private final Map<String, String> imports = new TreeMap<>();
    private final Set<String> staticImports = new TreeSet<>();
    private final List<String> statements = new ArrayList<>();
    private final Map<Made, String> names = new IdentityHashMap<>();
    private final Map<Made, Integer> uses = new IdentityHashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, String> helpers = new TreeMap<>();
    private boolean mayThrow;
    private boolean reflects;

    Source(String inPackage, String className) {
        this.inPackage = inPackage;
        this.className = className;
    }

    /** Counts how often each value is used, so that what is used twice gets a name. */
    void count(List<Made> roots) {
        for (Made made : Made.all(roots)) {
            made.parts().forEach(part -> uses.merge(part, 1, Integer::sum));
        }
        roots.forEach(root -> uses.merge(root, 1, Integer::sum));
    }

    /** A type as the test writes it. */
    String type(Class<?> type) {
        if (type.isArray()) {
            return type(type.getComponentType()) + "[]";
        }
        if (type.isPrimitive()) {
            return type.getName();
        }
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        String full = type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
        String written = full.substring(outermost.getPackageName().isEmpty() ? 0 : outermost.getPackageName().length() + 1);
        String from = outermost.getPackageName();
        if (from.equals("java.lang") || from.equals(inPackage)) {
            return written;
        }
        String before = imports.putIfAbsent(outermost.getSimpleName(), outermost.getName());
        return before == null || before.equals(outermost.getName()) ? written : full;
    }

    void importStatic(String member) {
        staticImports.add(member);
    }

    void importClass(String name) {
        imports.put(name.substring(name.lastIndexOf('.') + 1), name);
    }

    void statement(String statement) {
        statements.add(statement);
    }

    void mayThrow(Executable routine) {
        for (Class<?> thrown : routine.getExceptionTypes()) {
            mayThrow |= !RuntimeException.class.isAssignableFrom(thrown) && !Error.class.isAssignableFrom(thrown);
        }
    }

    boolean isNamed(Made made) {
        return names.containsKey(made) || made.needsName() || isShared(made);
    }

    private boolean isShared(Made made) {
        boolean isCheap = made instanceof Plain.Literal literal && (literal.value == null || Types.isPlain(literal.value.getClass()))
                || made instanceof Plain.Constant;
        return uses.getOrDefault(made, 0) > 1 && !isCheap;
    }

    /** A value where it is used: its name if it has one, else its expression. */
    String written(Made made) {
        return isNamed(made) ? named(made, null) : made.write(this);
    }

    /** The name of a value, which is declared before it is used. */
    String named(Made made, String wanted) {
        String known = names.get(made);
        if (known != null) {
            return known;
        }
        String expression = made.write(this);
        if (names.containsKey(made)) {
            return names.get(made);
        }
        String name = free(wanted == null ? usualName(made) : wanted);
        names.put(made, name);
        // Without elements, nothing tells of what the collection is.
        String told = expression.endsWith("<>()") && !(made instanceof Built) ? expression.replace("<>()", "()") : expression;
        statement(declared(made) + " " + name + " = " + told + ";");
        if (made instanceof Built built) {
            built.writeSteps(name, this);
        } else if (made instanceof Plain.Entries entries && entries.needsName()) {
            entries.writeEntries(name, this);
        }
        return name;
    }

    private String declared(Made made) {
        return made instanceof Built built ? type(built.type) : "var";
    }

    private static String usualName(Made made) {
        if (!(made instanceof Built built)) {
            return made instanceof Plain.Entries ? "map" : "values";
        }
        String type = built.type.getSimpleName();
        String name = Character.toLowerCase(type.charAt(0)) + type.substring(1);
        return javax.lang.model.SourceVersion.isKeyword(name) ? name + "1" : name;
    }

    String free(String wanted) {
        String name = wanted;
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + number;
        }
        return name;
    }

    String list(List<Made> values) {
        StringJoiner all = new StringJoiner(", ");
        for (Made value : values) {
            all.add(written(value));
        }
        return all.toString();
    }

    /** How a field is set that the test may not touch. */
    String setter(Field field, String target, String value) {
        mayThrow = true;
        importClass("java.lang.reflect.Field");
        helpers.put("set", """
                static void set(Class<?> owner, Object target, String name, Object value) throws Exception {
                    Field field = owner.getDeclaredField(name);
                    field.setAccessible(true);
                    field.set(target, value);
                }
                """);
        return "set(" + type(field.getDeclaringClass()) + ".class, " + target + ", \"" + field.getName() + "\", " + value + ")";
    }

    /** How a field is read that the test may not touch. */
    String getter(Field field, String target) {
        mayThrow = true;
        importClass("java.lang.reflect.Field");
        helpers.put("get", """
                static Object get(Class<?> owner, Object target, String name) throws Exception {
                    Field field = owner.getDeclaredField(name);
                    field.setAccessible(true);
                    return field.get(target);
                }
                """);
        return "get(" + type(field.getDeclaringClass()) + ".class, " + target + ", \"" + field.getName() + "\")";
    }

    /** How a method is called that the test may not touch. */
    String invoked(Executable method, String target, List<String> arguments) {
        mayThrow = true;
        reflects = true;
        importClass("java.lang.reflect.Method");
        StringBuilder named = new StringBuilder("\"" + method.getName() + "\"");
        for (Class<?> type : method.getParameterTypes()) {
            named.append(", ").append(type(type)).append(".class");
        }
        String name = free("method");
        statement("Method " + name + " = " + type(method.getDeclaringClass()) + ".class.getDeclaredMethod(" + named + ");");
        statement(name + ".setAccessible(true);");
        StringJoiner given = new StringJoiner(", ", name + ".invoke(", ")");
        given.add(target == null ? "null" : target);
        arguments.forEach(given::add);
        return given.toString();
    }

    /** Whether something is reached by reflection. */
    boolean usesReflection() {
        return reflects || !helpers.isEmpty();
    }

    /** The test with one method. */
    String text(String method, String comment, String annotation, String modifier) {
        StringBuilder text = new StringBuilder();
        if (!inPackage.isEmpty()) {
            text.append("package ").append(inPackage).append(";\n\n");
        }
        staticImports.forEach(member -> text.append("import static ").append(member).append(";\n"));
        text.append(staticImports.isEmpty() ? "" : "\n");
        imports.values().stream().sorted().forEach(name -> text.append("import ").append(name).append(";\n"));
        text.append("\n").append(modifier).append("class ").append(className).append(" {\n");
        text.append("    /** ").append(comment).append(" */\n");
        text.append("    ").append(annotation).append("\n    ").append(modifier).append("void ").append(method).append("()");
        text.append(mayThrow ? " throws Exception {\n" : " {\n");
        statements.forEach(statement -> text.append("        ").append(statement).append("\n"));
        text.append("    }\n");
        helpers.values().forEach(helper -> text.append("\n").append(helper.indent(4)));
        return text.append("}\n").toString();
    }
}
