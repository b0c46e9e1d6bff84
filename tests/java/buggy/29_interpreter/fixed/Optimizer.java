import java.util.ArrayList;
import java.util.List;

/** Computes what is constant before the script runs. Statements are rebuilt only where something changed inside. */
final class Optimizer implements Expr.Visitor<Expr> {
    List<Stmt> optimize(List<Stmt> program) {
        List<Stmt> result = new ArrayList<>();
        for (Stmt statement : program) {
            result.add(optimize(statement));
        }
        return result;
    }

    private Stmt optimize(Stmt statement) {
        if (statement instanceof Stmt.Let) {
            Stmt.Let let = (Stmt.Let) statement;
            return new Stmt.Let(let.line, let.name, let.value.accept(this));
        }
        if (statement instanceof Stmt.Expression) {
            Stmt.Expression plain = (Stmt.Expression) statement;
            return new Stmt.Expression(plain.line, plain.expression.accept(this));
        }
        if (statement instanceof Stmt.Block) {
            Stmt.Block block = (Stmt.Block) statement;
            return new Stmt.Block(block.line, optimize(block.statements));
        }
        if (statement instanceof Stmt.If) {
            Stmt.If branch = (Stmt.If) statement;
            Expr condition = branch.condition.accept(this);
            Stmt otherwise = branch.otherwise == null ? null : optimize(branch.otherwise);
            return new Stmt.If(branch.line, condition, optimize(branch.then), otherwise);
        }
        if (statement instanceof Stmt.While) {
            Stmt.While loop = (Stmt.While) statement;
            return new Stmt.While(loop.line, loop.condition.accept(this), optimize(loop.body));
        }
        if (statement instanceof Stmt.For) {
            Stmt.For loop = (Stmt.For) statement;
            Stmt first = optimize(loop.first);
            Expr condition = loop.condition.accept(this);
            Expr step = loop.step.accept(this);
            return new Stmt.For(loop.line, first, condition, step, optimize(loop.body));
        }
        if (statement instanceof Stmt.Return) {
            Stmt.Return returns = (Stmt.Return) statement;
            return new Stmt.Return(returns.line, returns.value.accept(this));
        }
        return statement;
    }

    private static boolean isNumber(Expr expression) {
        return expression instanceof Expr.Literal && ((Expr.Literal) expression).value instanceof Double;
    }

    private static double number(Expr expression) {
        return (Double) ((Expr.Literal) expression).value;
    }

    @Override
    public Expr literal(Expr.Literal literal) {
        return literal;
    }

    @Override
    public Expr variable(Expr.Variable variable) {
        return variable;
    }

    @Override
    public Expr assign(Expr.Assign assign) {
        return new Expr.Assign(assign.line, assign.name, assign.value.accept(this));
    }

    @Override
    public Expr unary(Expr.Unary unary) {
        Expr operand = unary.operand.accept(this);
        if (unary.operator.equals("-") && isNumber(operand)) {
            return new Expr.Literal(unary.line, -number(operand));
        }
        return new Expr.Unary(unary.line, unary.operator, operand);
    }

    @Override
    public Expr binary(Expr.Binary binary) {
        Expr left = binary.left.accept(this);
        Expr right = binary.right.accept(this);
        if (isNumber(left) && isNumber(right)) {
            switch (binary.operator) {
                case "+":
                    return new Expr.Literal(binary.line, number(left) + number(right));
                case "-":
                    return new Expr.Literal(binary.line, number(left) - number(right));
                case "*":
                    return new Expr.Literal(binary.line, number(left) * number(right));
                default:
                    break;
            }
        }
        return new Expr.Binary(binary.line, binary.operator, left, right);
    }

    @Override
    public Expr logical(Expr.Logical logical) {
        return new Expr.Logical(logical.line, logical.isAnd, logical.left.accept(this), logical.right.accept(this));
    }

    @Override
    public Expr call(Expr.Call call) {
        return new Expr.Call(call.line, call.callee.accept(this), all(call.arguments));
    }

    private List<Expr> all(List<Expr> expressions) {
        List<Expr> result = new ArrayList<>();
        for (Expr expression : expressions) {
            result.add(expression.accept(this));
        }
        return result;
    }

    @Override
    public Expr index(Expr.Index index) {
        return new Expr.Index(index.line, index.container.accept(this), index.key.accept(this), index.dotted);
    }

    @Override
    public Expr setIndex(Expr.SetIndex set) {
        return new Expr.SetIndex(set.line, (Expr.Index) set.place.accept(this), set.value.accept(this));
    }

    @Override
    public Expr list(Expr.ListLiteral list) {
        return new Expr.ListLiteral(list.line, all(list.items));
    }

    @Override
    public Expr map(Expr.MapLiteral map) {
        return new Expr.MapLiteral(map.line, all(map.keys), all(map.values));
    }

    @Override
    public Expr function(Expr.Function function) {
        return new Expr.Function(function.line, function.name, function.parameters, optimize(function.body));
    }
}
