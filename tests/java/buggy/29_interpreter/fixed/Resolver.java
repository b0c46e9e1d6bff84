import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks a script before it runs: no name is declared twice in a scope, no jump leaves nothing. */
final class Resolver implements Stmt.Visitor, Expr.Visitor<Void> {
    private final Deque<Set<String>> scopes = new ArrayDeque<>();
    private int loops;
    private int functions;

    void check(List<Stmt> program) {
        scopes.push(new HashSet<>());
        all(program);
        scopes.pop();
    }

    private void all(List<Stmt> statements) {
        for (Stmt statement : statements) {
            statement.accept(this);
        }
    }

    private void declare(int line, String name) {
        if (!scopes.peek().add(name)) {
            throw new ScriptError(line, name + " is declared twice");
        }
    }

    @Override
    public void expression(Stmt.Expression statement) {
        statement.expression.accept(this);
    }

    @Override
    public void let(Stmt.Let statement) {
        declare(statement.line, statement.name);
        statement.value.accept(this);
    }

    @Override
    public void block(Stmt.Block statement) {
        scopes.push(new HashSet<>());
        all(statement.statements);
        scopes.pop();
    }

    @Override
    public void branch(Stmt.If statement) {
        statement.condition.accept(this);
        statement.then.accept(this);
        if (statement.otherwise != null) {
            statement.otherwise.accept(this);
        }
    }

    @Override
    public void loop(Stmt.While statement) {
        statement.condition.accept(this);
        body(statement.body);
    }

    @Override
    public void count(Stmt.For statement) {
        scopes.push(new HashSet<>());
        statement.first.accept(this);
        statement.condition.accept(this);
        statement.step.accept(this);
        body(statement.body);
        scopes.pop();
    }

    @Override
    public void each(Stmt.ForEach statement) {
        statement.items.accept(this);
        scopes.push(new HashSet<>());
        declare(statement.line, statement.name);
        body(statement.body);
        scopes.pop();
    }

    private void body(Stmt body) {
        loops++;
        body.accept(this);
        loops--;
    }

    @Override
    public void jump(Stmt.Jump statement) {
        if (loops == 0) {
            throw new ScriptError(statement.line, (statement.isBreak ? "break" : "continue") + " outside a loop");
        }
    }

    @Override
    public void returns(Stmt.Return statement) {
        if (functions == 0) {
            throw new ScriptError(statement.line, "return outside a function");
        }
        statement.value.accept(this);
    }

    @Override
    public void attempt(Stmt.Try statement) {
        statement.body.accept(this);
        scopes.push(new HashSet<>());
        declare(statement.line, statement.name);
        statement.handler.accept(this);
        scopes.pop();
    }

    @Override
    public void raise(Stmt.Throw statement) {
        statement.value.accept(this);
    }

    @Override
    public Void literal(Expr.Literal literal) {
        return null;
    }

    @Override
    public Void variable(Expr.Variable variable) {
        return null;
    }

    @Override
    public Void assign(Expr.Assign assign) {
        return assign.value.accept(this);
    }

    @Override
    public Void unary(Expr.Unary unary) {
        return unary.operand.accept(this);
    }

    @Override
    public Void binary(Expr.Binary binary) {
        binary.left.accept(this);
        return binary.right.accept(this);
    }

    @Override
    public Void logical(Expr.Logical logical) {
        logical.left.accept(this);
        return logical.right.accept(this);
    }

    @Override
    public Void call(Expr.Call call) {
        call.callee.accept(this);
        return each(call.arguments);
    }

    private Void each(List<Expr> expressions) {
        for (Expr expression : expressions) {
            expression.accept(this);
        }
        return null;
    }

    @Override
    public Void index(Expr.Index index) {
        index.container.accept(this);
        return index.key.accept(this);
    }

    @Override
    public Void setIndex(Expr.SetIndex set) {
        set.place.accept(this);
        return set.value.accept(this);
    }

    @Override
    public Void list(Expr.ListLiteral list) {
        return each(list.items);
    }

    @Override
    public Void map(Expr.MapLiteral map) {
        each(map.keys);
        return each(map.values);
    }

    @Override
    public Void function(Expr.Function function) {
        int outerLoops = loops;
        loops = 0;
        functions++;
        scopes.push(new HashSet<>());
        for (String parameter : function.parameters) {
            declare(function.line, parameter);
        }
        all(function.body);
        scopes.pop();
        functions--;
        loops = outerLoops;
        return null;
    }
}
