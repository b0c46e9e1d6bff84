import java.util.ArrayList;
import java.util.List;

/** Builds the tree of a script by recursive descent. */
final class Parser {
    private static final String[][] LEVELS = {{"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}};

    private final List<Token> tokens;
    private int at;

    Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    List<Stmt> program() {
        List<Stmt> statements = new ArrayList<>();
        while (peek().kind != Token.Kind.END) {
            statements.add(statement());
        }
        return statements;
    }

    // Statements.

    private Stmt statement() {
        Token token = peek();
        if (token.kind == Token.Kind.KEYWORD) {
            switch (token.text) {
                case "let":
                    return let();
                case "fun":
                    if (peekAt(1).kind == Token.Kind.NAME) {
                        return namedFunction();
                    }
                    break;
                case "if":
                    return branch();
                case "while":
                    return loop();
                case "for":
                    return forLoop();
                case "break":
                case "continue":
                    return jump();
                case "return":
                    return returns();
                case "try":
                    return attempt();
                case "throw":
                    return raise();
                default:
                    break;
            }
        }
        if (token.is("{")) {
            return block();
        }
        Expr expression = expression();
        expect(";");
        return new Stmt.Expression(token.line, expression);
    }

    private Stmt let() {
        int line = next().line;
        String name = name();
        expect("=");
        Expr value = expression();
        expect(";");
        return new Stmt.Let(line, name, value);
    }

    private Stmt namedFunction() {
        int line = next().line;
        String name = name();
        return new Stmt.Let(line, name, function(line, name));
    }

    private Stmt.Block block() {
        int line = expect("{").line;
        List<Stmt> statements = new ArrayList<>();
        while (!peek().is("}")) {
            if (peek().kind == Token.Kind.END) {
                throw new ScriptError(line, "block without end");
            }
            statements.add(statement());
        }
        expect("}");
        return new Stmt.Block(line, statements);
    }

    private Stmt branch() {
        int line = next().line;
        expect("(");
        Expr condition = expression();
        expect(")");
        Stmt then = statement();
        Stmt otherwise = accept("else") ? statement() : null;
        return new Stmt.If(line, condition, then, otherwise);
    }

    private Stmt loop() {
        int line = next().line;
        expect("(");
        Expr condition = expression();
        expect(")");
        return new Stmt.While(line, condition, statement());
    }

    private Stmt forLoop() {
        int line = next().line;
        expect("(");
        if (peek().kind == Token.Kind.NAME && peekAt(1).is("in")) {
            String name = name();
            expect("in");
            Expr items = expression();
            expect(")");
            return new Stmt.ForEach(line, name, items, statement());
        }
        Stmt first = peek().is("let") ? let() : expressionStatement();
        Expr condition = expression();
        expect(";");
        Expr step = expression();
        expect(")");
        return new Stmt.For(line, first, condition, step, statement());
    }

    private Stmt expressionStatement() {
        int line = peek().line;
        Expr expression = expression();
        expect(";");
        return new Stmt.Expression(line, expression);
    }

    private Stmt jump() {
        Token token = next();
        expect(";");
        return new Stmt.Jump(token.line, token.is("break"));
    }

    private Stmt returns() {
        int line = next().line;
        Expr value = peek().is(";") ? new Expr.Literal(line, null) : expression();
        expect(";");
        return new Stmt.Return(line, value);
    }

    private Stmt attempt() {
        int line = next().line;
        Stmt body = block();
        expect("catch");
        expect("(");
        String name = name();
        expect(")");
        return new Stmt.Try(line, body, name, block());
    }

    private Stmt raise() {
        int line = next().line;
        Expr value = expression();
        expect(";");
        return new Stmt.Throw(line, value);
    }

    // Expressions, weakest first.

    private Expr expression() {
        Expr left = or();
        if (!peek().is("=")) {
            return left;
        }
        int line = next().line;
        Expr value = expression();
        if (left instanceof Expr.Variable) {
            return new Expr.Assign(line, ((Expr.Variable) left).name, value);
        }
        if (left instanceof Expr.Index) {
            return new Expr.SetIndex(line, (Expr.Index) left, value);
        }
        throw new ScriptError(line, "this cannot be assigned to");
    }

    private Expr or() {
        Expr left = and();
        while (peek().is("or")) {
            int line = next().line;
            left = new Expr.Logical(line, false, left, and());
        }
        return left;
    }

    private Expr and() {
        Expr left = binary(0);
        while (peek().is("and")) {
            int line = next().line;
            left = new Expr.Logical(line, true, left, binary(0));
        }
        return left;
    }

    private Expr binary(int level) {
        if (level == LEVELS.length) {
            return unary();
        }
        Expr left = binary(level + 1);
        String operator = operatorAt(level);
        while (operator != null) {
            int line = next().line;
            left = new Expr.Binary(line, operator, left, binary(level + 1));
            operator = operatorAt(level);
        }
        return left;
    }

    private String operatorAt(int level) {
        for (String operator : LEVELS[level]) {
            if (peek().is(operator)) {
                return operator;
            }
        }
        return null;
    }

    private Expr unary() {
        if (peek().is("-") || peek().is("not")) {
            Token operator = next();
            return new Expr.Unary(operator.line, operator.text, unary());
        }
        return postfix();
    }

    private Expr postfix() {
        Expr result = primary();
        while (true) {
            int line = peek().line;
            if (accept("(")) {
                result = new Expr.Call(line, result, list(")"));
            } else if (accept("[")) {
                Expr key = expression();
                expect("]");
                result = new Expr.Index(line, result, key, false);
            } else if (accept(".")) {
                result = new Expr.Index(line, result, new Expr.Literal(line, name()), true);
            } else {
                return result;
            }
        }
    }

    private Expr primary() {
        Token token = next();
        switch (token.kind) {
            case NUMBER:
            case STRING:
                return new Expr.Literal(token.line, token.value);
            case NAME:
                return new Expr.Variable(token.line, token.text);
            case KEYWORD:
                return keywordValue(token);
            case SIGN:
                return signValue(token);
            default:
                throw unexpected(token);
        }
    }

    private Expr keywordValue(Token token) {
        switch (token.text) {
            case "true":
                return new Expr.Literal(token.line, true);
            case "false":
                return new Expr.Literal(token.line, false);
            case "nil":
                return new Expr.Literal(token.line, null);
            case "fun":
                return function(token.line, "");
            default:
                throw unexpected(token);
        }
    }

    private Expr signValue(Token token) {
        if (token.is("(")) {
            Expr inner = expression();
            expect(")");
            return inner;
        }
        if (token.is("[")) {
            return new Expr.ListLiteral(token.line, list("]"));
        }
        if (token.is("{")) {
            return map(token.line);
        }
        throw unexpected(token);
    }

    private Expr map(int line) {
        List<Expr> keys = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        while (!accept("}")) {
            if (!keys.isEmpty()) {
                expect(",");
            }
            keys.add(expression());
            expect(":");
            values.add(expression());
        }
        return new Expr.MapLiteral(line, keys, values);
    }

    private Expr function(int line, String name) {
        expect("(");
        List<String> parameters = new ArrayList<>();
        while (!accept(")")) {
            if (!parameters.isEmpty()) {
                expect(",");
            }
            parameters.add(name());
        }
        return new Expr.Function(line, name, parameters, block().statements);
    }

    private List<Expr> list(String end) {
        List<Expr> items = new ArrayList<>();
        while (!accept(end)) {
            if (!items.isEmpty()) {
                expect(",");
            }
            items.add(expression());
        }
        return items;
    }

    // Tokens.

    private Token peek() {
        return peekAt(0);
    }

    private Token peekAt(int distance) {
        return tokens.get(Math.min(at + distance, tokens.size() - 1));
    }

    private Token next() {
        Token token = peek();
        at++;
        return token;
    }

    private boolean accept(String text) {
        if (peek().is(text)) {
            at++;
            return true;
        }
        return false;
    }

    private Token expect(String text) {
        Token token = next();
        if (!token.is(text)) {
            throw new ScriptError(token.line, "expected '" + text + "' before " + token.shown());
        }
        return token;
    }

    private String name() {
        Token token = next();
        if (token.kind != Token.Kind.NAME) {
            throw new ScriptError(token.line, "expected a name before " + token.shown());
        }
        return token.text;
    }

    private static ScriptError unexpected(Token token) {
        return new ScriptError(token.line, "unexpected " + token.shown());
    }
}
