import java.util.List;

/** Expressions of the language. */
abstract class Expr {
    final int line;

    Expr(int line) {
        this.line = line;
    }

    abstract <R> R accept(Visitor<R> visitor);

    interface Visitor<R> {
        R literal(Literal literal);

        R variable(Variable variable);

        R assign(Assign assign);

        R unary(Unary unary);

        R binary(Binary binary);

        R logical(Logical logical);

        R call(Call call);

        R index(Index index);

        R setIndex(SetIndex set);

        R list(ListLiteral list);

        R map(MapLiteral map);

        R function(Function function);
    }

    static final class Literal extends Expr {
        final Object value;

        Literal(int line, Object value) {
            super(line);
            this.value = value;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.literal(this);
        }
    }

    static final class Variable extends Expr {
        final String name;

        Variable(int line, String name) {
            super(line);
            this.name = name;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.variable(this);
        }
    }

    static final class Assign extends Expr {
        final String name;
        final Expr value;

        Assign(int line, String name, Expr value) {
            super(line);
            this.name = name;
            this.value = value;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.assign(this);
        }
    }

    static final class Unary extends Expr {
        final String operator;
        final Expr operand;

        Unary(int line, String operator, Expr operand) {
            super(line);
            this.operator = operator;
            this.operand = operand;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.unary(this);
        }
    }

    static final class Binary extends Expr {
        final String operator;
        final Expr left;
        final Expr right;

        Binary(int line, String operator, Expr left, Expr right) {
            super(line);
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.binary(this);
        }
    }

    static final class Logical extends Expr {
        final boolean isAnd;
        final Expr left;
        final Expr right;

        Logical(int line, boolean isAnd, Expr left, Expr right) {
            super(line);
            this.isAnd = isAnd;
            this.left = left;
            this.right = right;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.logical(this);
        }
    }

    static final class Call extends Expr {
        final Expr callee;
        final List<Expr> arguments;

        Call(int line, Expr callee, List<Expr> arguments) {
            super(line);
            this.callee = callee;
            this.arguments = arguments;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.call(this);
        }
    }

    static final class Index extends Expr {
        final Expr container;
        final Expr key;
        final boolean dotted;

        Index(int line, Expr container, Expr key, boolean dotted) {
            super(line);
            this.container = container;
            this.key = key;
            this.dotted = dotted;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.index(this);
        }
    }

    static final class SetIndex extends Expr {
        final Index place;
        final Expr value;

        SetIndex(int line, Index place, Expr value) {
            super(line);
            this.place = place;
            this.value = value;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.setIndex(this);
        }
    }

    static final class ListLiteral extends Expr {
        final List<Expr> items;

        ListLiteral(int line, List<Expr> items) {
            super(line);
            this.items = items;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.list(this);
        }
    }

    static final class MapLiteral extends Expr {
        final List<Expr> keys;
        final List<Expr> values;

        MapLiteral(int line, List<Expr> keys, List<Expr> values) {
            super(line);
            this.keys = keys;
            this.values = values;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.map(this);
        }
    }

    static final class Function extends Expr {
        final String name;
        final List<String> parameters;
        final List<Stmt> body;

        Function(int line, String name, List<String> parameters, List<Stmt> body) {
            super(line);
            this.name = name;
            this.parameters = parameters;
            this.body = body;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.function(this);
        }
    }
}
