import java.util.HashMap;
import java.util.Map;

/** The variables of one scope, and the scope around it. */
final class Environment {
    private final Environment outer;
    private final Map<String, Object> values = new HashMap<>();

    Environment(Environment outer) {
        this.outer = outer;
    }

    void define(String name, Object value) {
        values.put(name, value);
    }

    Object get(int line, String name) {
        Environment scope = find(name);
        if (scope == null) {
            throw new ScriptError(line, "unknown name " + name);
        }
        return scope.values.get(name);
    }

    void set(int line, String name, Object value) {
        Environment scope = find(name);
        if (scope == null) {
            throw new ScriptError(line, "unknown name " + name);
        }
        scope.values.put(name, value);
    }

    private Environment find(String name) {
        Environment scope = this;
        while (scope != null && !scope.values.containsKey(name)) {
            scope = scope.outer;
        }
        return scope;
    }
}
