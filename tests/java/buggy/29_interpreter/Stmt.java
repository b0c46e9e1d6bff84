import java.util.List;

/** Statements of the language. */
abstract class Stmt {
    final int line;

    Stmt(int line) {
        this.line = line;
    }

    abstract void accept(Visitor visitor);

    interface Visitor {
        void expression(Expression statement);

        void let(Let statement);

        void block(Block statement);

        void branch(If statement);

        void loop(While statement);

        void count(For statement);

        void each(ForEach statement);

        void jump(Jump statement);

        void returns(Return statement);

        void attempt(Try statement);

        void raise(Throw statement);
    }

    static final class Expression extends Stmt {
        final Expr expression;

        Expression(int line, Expr expression) {
            super(line);
            this.expression = expression;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.expression(this);
        }
    }

    static final class Let extends Stmt {
        final String name;
        final Expr value;

        Let(int line, String name, Expr value) {
            super(line);
            this.name = name;
            this.value = value;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.let(this);
        }
    }

    static final class Block extends Stmt {
        final List<Stmt> statements;

        Block(int line, List<Stmt> statements) {
            super(line);
            this.statements = statements;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.block(this);
        }
    }

    static final class If extends Stmt {
        final Expr condition;
        final Stmt then;
        final Stmt otherwise;

        If(int line, Expr condition, Stmt then, Stmt otherwise) {
            super(line);
            this.condition = condition;
            this.then = then;
            this.otherwise = otherwise;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.branch(this);
        }
    }

    static final class While extends Stmt {
        final Expr condition;
        final Stmt body;

        While(int line, Expr condition, Stmt body) {
            super(line);
            this.condition = condition;
            this.body = body;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.loop(this);
        }
    }

    static final class For extends Stmt {
        final Stmt first;
        final Expr condition;
        final Expr step;
        final Stmt body;

        For(int line, Stmt first, Expr condition, Expr step, Stmt body) {
            super(line);
            this.first = first;
            this.condition = condition;
            this.step = step;
            this.body = body;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.count(this);
        }
    }

    static final class ForEach extends Stmt {
        final String name;
        final Expr items;
        final Stmt body;

        ForEach(int line, String name, Expr items, Stmt body) {
            super(line);
            this.name = name;
            this.items = items;
            this.body = body;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.each(this);
        }
    }

    static final class Jump extends Stmt {
        final boolean isBreak;

        Jump(int line, boolean isBreak) {
            super(line);
            this.isBreak = isBreak;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.jump(this);
        }
    }

    static final class Return extends Stmt {
        final Expr value;

        Return(int line, Expr value) {
            super(line);
            this.value = value;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.returns(this);
        }
    }

    static final class Try extends Stmt {
        final Stmt body;
        final String name;
        final Stmt handler;

        Try(int line, Stmt body, String name, Stmt handler) {
            super(line);
            this.body = body;
            this.name = name;
            this.handler = handler;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.attempt(this);
        }
    }

    static final class Throw extends Stmt {
        final Expr value;

        Throw(int line, Expr value) {
            super(line);
            this.value = value;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.raise(this);
        }
    }
}
