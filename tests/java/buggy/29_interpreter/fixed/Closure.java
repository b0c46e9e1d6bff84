import java.util.List;

/** A function of the script with the scope it was made in. */
final class Closure implements Callable {
    final Expr.Function declaration;
    final Environment scope;

    Closure(Expr.Function declaration, Environment scope) {
        this.declaration = declaration;
        this.scope = scope;
    }

    @Override
    public String name() {
        return declaration.name;
    }

    @Override
    public int arity() {
        return declaration.parameters.size();
    }

    @Override
    public Object call(Interpreter interpreter, int line, List<Object> arguments) {
        return interpreter.callFunction(this, arguments);
    }
}
