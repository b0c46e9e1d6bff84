import java.util.ArrayList;
import java.util.List;

/** Writes a tree as a script again, in one layout. */
final class Printer implements Stmt.Visitor, Expr.Visitor<String> {
    private final StringBuilder out = new StringBuilder();
    private int indent;

    String print(List<Stmt> program) {
        for (Stmt statement : program) {
            statement.accept(this);
        }
        return out.toString();
    }

    private void line(String text) {
        out.append("  ".repeat(indent)).append(text).append('\n');
    }

    private String text(Expr expression) {
        return expression.accept(this);
    }

    private String joined(List<Expr> expressions) {
        List<String> texts = new ArrayList<>();
        for (Expr expression : expressions) {
            texts.add(text(expression));
        }
        return String.join(", ", texts);
    }

    private void body(String head, Stmt body) {
        line(head + " {");
        indent++;
        if (body instanceof Stmt.Block) {
            for (Stmt statement : ((Stmt.Block) body).statements) {
                statement.accept(this);
            }
        } else {
            body.accept(this);
        }
        indent--;
        line("}");
    }

    @Override
    public void expression(Stmt.Expression statement) {
        line(text(statement.expression) + ";");
    }

    @Override
    public void let(Stmt.Let statement) {
        line("let " + statement.name + " = " + text(statement.value) + ";");
    }

    @Override
    public void block(Stmt.Block statement) {
        body("", statement);
    }

    @Override
    public void branch(Stmt.If statement) {
        body("if (" + text(statement.condition) + ")", statement.then);
        if (statement.otherwise != null) {
            body("else", statement.otherwise);
        }
    }

    @Override
    public void loop(Stmt.While statement) {
        body("while (" + text(statement.condition) + ")", statement.body);
    }

    @Override
    public void count(Stmt.For statement) {
        Printer head = new Printer();
        statement.first.accept(head);
        String first = head.out.toString().trim();
        body("for (" + first + " " + text(statement.condition) + "; " + text(statement.step) + ")", statement.body);
    }

    @Override
    public void each(Stmt.ForEach statement) {
        body("for (" + statement.name + " in " + text(statement.items) + ")", statement.body);
    }

    @Override
    public void jump(Stmt.Jump statement) {
        line(statement.isBreak ? "break;" : "continue;");
    }

    @Override
    public void returns(Stmt.Return statement) {
        line("return " + text(statement.value) + ";");
    }

    @Override
    public void attempt(Stmt.Try statement) {
        body("try", statement.body);
        body("catch (" + statement.name + ")", statement.handler);
    }

    @Override
    public void raise(Stmt.Throw statement) {
        line("throw " + text(statement.value) + ";");
    }

    @Override
    public String literal(Expr.Literal literal) {
        if (literal.value instanceof String) {
            String escaped = ((String) literal.value).replace("\\", "\\\\").replace("\"", "\\\"");
            return "\"" + escaped.replace("\n", "\\n").replace("\t", "\\t") + "\"";
        }
        return Values.text(literal.value);
    }

    @Override
    public String variable(Expr.Variable variable) {
        return variable.name;
    }

    @Override
    public String assign(Expr.Assign assign) {
        return assign.name + " = " + text(assign.value);
    }

    @Override
    public String unary(Expr.Unary unary) {
        String blank = unary.operator.equals("not") ? " " : "";
        return unary.operator + blank + operand(unary.operand);
    }

    @Override
    public String binary(Expr.Binary binary) {
        return operand(binary.left) + " " + binary.operator + " " + operand(binary.right);
    }

    @Override
    public String logical(Expr.Logical logical) {
        return operand(logical.left) + (logical.isAnd ? " and " : " or ") + operand(logical.right);
    }

    private String operand(Expr expression) {
        boolean simple = !(expression instanceof Expr.Binary
                || expression instanceof Expr.Logical
                || expression instanceof Expr.Assign);
        return simple ? text(expression) : "(" + text(expression) + ")";
    }

    @Override
    public String call(Expr.Call call) {
        return text(call.callee) + "(" + joined(call.arguments) + ")";
    }

    @Override
    public String index(Expr.Index index) {
        if (index.dotted) {
            return text(index.container) + "." + ((Expr.Literal) index.key).value;
        }
        return text(index.container) + "[" + text(index.key) + "]";
    }

    @Override
    public String setIndex(Expr.SetIndex set) {
        return text(set.place) + " = " + text(set.value);
    }

    @Override
    public String list(Expr.ListLiteral list) {
        return "[" + joined(list.items) + "]";
    }

    @Override
    public String map(Expr.MapLiteral map) {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < map.keys.size(); i++) {
            entries.add(text(map.keys.get(i)) + ": " + text(map.values.get(i)));
        }
        return "{" + String.join(", ", entries) + "}";
    }

    @Override
    public String function(Expr.Function function) {
        Printer inner = new Printer();
        inner.indent = indent + 1;
        inner.print(function.body);
        String head = "fun (" + String.join(", ", function.parameters) + ") {\n";
        return head + inner.out + "  ".repeat(indent) + "}";
    }
}
