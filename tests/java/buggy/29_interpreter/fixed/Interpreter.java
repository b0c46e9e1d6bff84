import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a script by walking its tree. */
final class Interpreter implements Stmt.Visitor, Expr.Visitor<Object> {
    private static final int MAX_DEPTH = 500;

    private final Environment globals = new Environment(null);
    private Environment scope = globals;
    private int depth;

    Interpreter(Output output) {
        Builtins.define(globals, output);
    }

    void run(List<Stmt> program) {
        try {
            execute(program);
        } catch (Signals.Thrown e) {
            throw new ScriptError(e.line, "not caught: " + Values.text(e.value));
        }
    }

    private void execute(List<Stmt> statements) {
        for (Stmt statement : statements) {
            statement.accept(this);
        }
    }

    private Object evaluate(Expr expression) {
        return expression.accept(this);
    }

    /** Runs statements in a scope of their own and comes back to the present one, however they end. */
    private void executeIn(Environment inner, List<Stmt> statements) {
        Environment outer = scope;
        scope = inner;
        try {
            execute(statements);
        } finally {
            scope = outer;
        }
    }

    Object call(int line, Object callee, List<Object> arguments) {
        if (!(callee instanceof Callable)) {
            throw new ScriptError(line, "a " + Values.kind(callee) + " cannot be called");
        }
        Callable callable = (Callable) callee;
        if (callable.arity() >= 0 && callable.arity() != arguments.size()) {
            String expected = callable.arity() + (callable.arity() == 1 ? " argument" : " arguments");
            throw new ScriptError(line, callable.name() + " takes " + expected + ", not " + arguments.size());
        }
        if (depth >= MAX_DEPTH) {
            throw new ScriptError(line, "calls are nested too deeply");
        }
        depth++;
        try {
            return callable.call(this, line, arguments);
        } finally {
            depth--;
        }
    }

    Object callFunction(Closure closure, List<Object> arguments) {
        Environment inner = new Environment(closure.scope);
        List<String> parameters = closure.declaration.parameters;
        for (int i = 0; i < parameters.size(); i++) {
            inner.define(parameters.get(i), arguments.get(i));
        }
        try {
            executeIn(inner, closure.declaration.body);
        } catch (Signals.Return e) {
            return e.value;
        }
        return null;
    }

    // Statements.

    @Override
    public void expression(Stmt.Expression statement) {
        evaluate(statement.expression);
    }

    @Override
    public void let(Stmt.Let statement) {
        scope.define(statement.name, evaluate(statement.value));
    }

    @Override
    public void block(Stmt.Block statement) {
        executeIn(new Environment(scope), statement.statements);
    }

    @Override
    public void branch(Stmt.If statement) {
        if (Values.isTrue(evaluate(statement.condition))) {
            statement.then.accept(this);
        } else if (statement.otherwise != null) {
            statement.otherwise.accept(this);
        }
    }

    @Override
    public void loop(Stmt.While statement) {
        while (Values.isTrue(evaluate(statement.condition))) {
            if (!iteration(statement.body)) {
                break;
            }
        }
    }

    @Override
    public void count(Stmt.For statement) {
        Environment outer = scope;
        scope = new Environment(outer);
        try {
            statement.first.accept(this);
            while (Values.isTrue(evaluate(statement.condition))) {
                if (!iteration(statement.body)) {
                    break;
                }
                evaluate(statement.step);
            }
        } finally {
            scope = outer;
        }
    }

    @Override
    public void each(Stmt.ForEach statement) {
        Object items = evaluate(statement.items);
        if (!(items instanceof List)) {
            throw new ScriptError(statement.line, "cannot loop over a " + Values.kind(items));
        }
        Environment outer = scope;
        try {
            for (Object item : new ArrayList<Object>((List<?>) items)) {
                scope = new Environment(outer);
                scope.define(statement.name, item);
                if (!iteration(statement.body)) {
                    break;
                }
            }
        } finally {
            scope = outer;
        }
    }

    /** Runs a loop's body once; false if the loop is to end. */
    private boolean iteration(Stmt body) {
        try {
            body.accept(this);
            return true;
        } catch (Signals.Continue e) {
            return true;
        } catch (Signals.Break e) {
            return false;
        }
    }

    @Override
    public void jump(Stmt.Jump statement) {
        if (statement.isBreak) {
            throw new Signals.Break();
        }
        throw new Signals.Continue();
    }

    @Override
    public void returns(Stmt.Return statement) {
        throw new Signals.Return(evaluate(statement.value));
    }

    @Override
    public void attempt(Stmt.Try statement) {
        Object problem;
        try {
            statement.body.accept(this);
            return;
        } catch (Signals.Thrown e) {
            problem = e.value;
        } catch (ScriptError e) {
            problem = e.getMessage();
        }
        Environment inner = new Environment(scope);
        inner.define(statement.name, problem);
        executeIn(inner, List.of(statement.handler));
    }

    @Override
    public void raise(Stmt.Throw statement) {
        throw new Signals.Thrown(evaluate(statement.value), statement.line);
    }

    // Expressions.

    @Override
    public Object literal(Expr.Literal literal) {
        return literal.value;
    }

    @Override
    public Object variable(Expr.Variable variable) {
        return scope.get(variable.line, variable.name);
    }

    @Override
    public Object assign(Expr.Assign assign) {
        Object value = evaluate(assign.value);
        scope.set(assign.line, assign.name, value);
        return value;
    }

    @Override
    public Object unary(Expr.Unary unary) {
        Object operand = evaluate(unary.operand);
        if (unary.operator.equals("not")) {
            return !Values.isTrue(operand);
        }
        return -number(unary.line, operand);
    }

    @Override
    public Object binary(Expr.Binary binary) {
        Object left = evaluate(binary.left);
        Object right = evaluate(binary.right);
        int line = binary.line;
        switch (binary.operator) {
            case "==":
                return Values.same(left, right);
            case "!=":
                return !Values.same(left, right);
            case "<":
                return compare(line, left, right) < 0;
            case "<=":
                return compare(line, left, right) <= 0;
            case ">":
                return compare(line, left, right) > 0;
            case ">=":
                return compare(line, left, right) >= 0;
            case "+":
                return plus(line, left, right);
            case "-":
                return number(line, left) - number(line, right);
            case "*":
                return number(line, left) * number(line, right);
            case "/":
                return divide(line, number(line, left), number(line, right));
            case "%":
                return remainder(line, number(line, left), number(line, right));
            default:
                throw new ScriptError(line, "unknown operator " + binary.operator);
        }
    }

    private static Object plus(int line, Object left, Object right) {
        if (left instanceof String || right instanceof String) {
            return Values.text(left) + Values.text(right);
        }
        return number(line, left) + number(line, right);
    }

    private static double divide(int line, double left, double right) {
        if (right == 0) {
            throw new ScriptError(line, "division by zero");
        }
        return left / right;
    }

    private static double remainder(int line, double left, double right) {
        if (right == 0) {
            throw new ScriptError(line, "division by zero");
        }
        return left - right * Math.floor(left / right);
    }

    private static int compare(int line, Object left, Object right) {
        if (left instanceof String && right instanceof String) {
            return ((String) left).compareTo((String) right);
        }
        return Double.compare(number(line, left), number(line, right));
    }

    private static double number(int line, Object value) {
        if (value instanceof Double) {
            return (Double) value;
        }
        throw new ScriptError(line, "expected a number, not a " + Values.kind(value));
    }

    @Override
    public Object logical(Expr.Logical logical) {
        Object left = evaluate(logical.left);
        if (Values.isTrue(left) == logical.isAnd) {
            return evaluate(logical.right);
        }
        return left;
    }

    @Override
    public Object call(Expr.Call call) {
        Object callee = evaluate(call.callee);
        List<Object> arguments = new ArrayList<>();
        for (Expr argument : call.arguments) {
            arguments.add(evaluate(argument));
        }
        return call(call.line, callee, arguments);
    }

    @Override
    public Object index(Expr.Index index) {
        Object container = evaluate(index.container);
        Object key = evaluate(index.key);
        if (container instanceof List) {
            List<?> list = (List<?>) container;
            return list.get(position(index.line, key, list.size()));
        }
        if (container instanceof Map) {
            return ((Map<?, ?>) container).get(key);
        }
        if (container instanceof String) {
            String text = (String) container;
            return String.valueOf(text.charAt(position(index.line, key, text.length())));
        }
        throw new ScriptError(index.line, "a " + Values.kind(container) + " has no elements");
    }

    private static int position(int line, Object key, int size) {
        double number = number(line, key);
        int position = (int) number;
        if (position != number || position < 0 || position >= size) {
            throw new ScriptError(line, "no element " + Values.text(key) + " among " + size);
        }
        return position;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object setIndex(Expr.SetIndex set) {
        Object container = evaluate(set.place.container);
        Object key = evaluate(set.place.key);
        Object value = evaluate(set.value);
        if (container instanceof List) {
            List<Object> list = (List<Object>) container;
            list.set(position(set.line, key, list.size()), value);
        } else if (container instanceof Map) {
            ((Map<Object, Object>) container).put(key, value);
        } else {
            throw new ScriptError(set.line, "a " + Values.kind(container) + " has no elements");
        }
        return value;
    }

    @Override
    public Object list(Expr.ListLiteral list) {
        List<Object> items = new ArrayList<>();
        for (Expr item : list.items) {
            items.add(evaluate(item));
        }
        return items;
    }

    @Override
    public Object map(Expr.MapLiteral map) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < map.keys.size(); i++) {
            entries.put(evaluate(map.keys.get(i)), evaluate(map.values.get(i)));
        }
        return entries;
    }

    @Override
    public Object function(Expr.Function function) {
        return new Closure(function, scope);
    }
}
