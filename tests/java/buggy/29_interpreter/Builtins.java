import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The functions that every script can use. */
final class Builtins {
    private interface Body {
        Object run(Interpreter interpreter, int line, List<Object> arguments);
    }

    private static final class Builtin implements Callable {
        private final String name;
        private final int arity;
        private final Body body;

        Builtin(String name, int arity, Body body) {
            this.name = name;
            this.arity = arity;
            this.body = body;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int arity() {
            return arity;
        }

        @Override
        public Object call(Interpreter interpreter, int line, List<Object> arguments) {
            return body.run(interpreter, line, arguments);
        }
    }

    private Builtins() {}

    static void define(Environment globals, Output output) {
        add(globals, "print", -1, (interpreter, line, arguments) -> print(output, arguments));
        add(globals, "len", 1, (interpreter, line, arguments) -> length(line, arguments.get(0)));
        add(globals, "push", 2, (interpreter, line, arguments) -> push(line, arguments));
        add(globals, "keys", 1, (interpreter, line, arguments) -> keys(line, arguments.get(0)));
        add(globals, "sum", 1, (interpreter, line, arguments) -> sum(line, arguments.get(0)));
        add(globals, "upper", 1, (interpreter, line, arguments) -> Values.text(arguments.get(0)).toUpperCase());
        add(globals, "map", 2, Builtins::map);
        add(globals, "filter", 2, Builtins::filter);
        add(globals, "reduce", 3, Builtins::reduce);
    }

    private static void add(Environment globals, String name, int arity, Body body) {
        globals.define(name, new Builtin(name, arity, body));
    }

    private static Object print(Output output, List<Object> arguments) {
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(Values.text(argument));
        }
        output.line(String.join(" ", texts));
        return null;
    }

    private static Object length(int line, Object value) {
        if (value instanceof List) {
            return (double) ((List<?>) value).size();
        }
        if (value instanceof Map) {
            return (double) ((Map<?, ?>) value).size();
        }
        if (value instanceof String) {
            return (double) ((String) value).length();
        }
        throw new ScriptError(line, "a " + Values.kind(value) + " has no length");
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(int line, Object value) {
        if (value instanceof List) {
            return (List<Object>) value;
        }
        throw new ScriptError(line, "expected a list, not a " + Values.kind(value));
    }

    private static Object push(int line, List<Object> arguments) {
        List<Object> list = list(line, arguments.get(0));
        list.add(arguments.get(1));
        return list;
    }

    private static Object keys(int line, Object value) {
        if (value instanceof Map) {
            return new ArrayList<Object>(((Map<?, ?>) value).keySet());
        }
        throw new ScriptError(line, "expected a map, not a " + Values.kind(value));
    }

    private static Object sum(int line, Object value) {
        double sum = 0;
        for (Object item : list(line, value)) {
            if (!(item instanceof Double)) {
                throw new ScriptError(line, "cannot add a " + Values.kind(item));
            }
            sum += (Double) item;
        }
        return sum;
    }

    private static Object map(Interpreter interpreter, int line, List<Object> arguments) {
        List<Object> result = new ArrayList<>();
        for (Object item : list(line, arguments.get(0))) {
            result.add(interpreter.call(line, arguments.get(1), List.of(item)));
        }
        return result;
    }

    private static Object filter(Interpreter interpreter, int line, List<Object> arguments) {
        List<Object> result = new ArrayList<>();
        for (Object item : list(line, arguments.get(0))) {
            if (Values.isTrue(interpreter.call(line, arguments.get(1), List.of(item)))) {
                result.add(item);
            }
        }
        return result;
    }

    private static Object reduce(Interpreter interpreter, int line, List<Object> arguments) {
        Object result = arguments.get(2);
        for (Object item : list(line, arguments.get(0))) {
            result = interpreter.call(line, arguments.get(1), List.of(result, item));
        }
        return result;
    }
}
