import java.util.List;

/** A part of a document. */
abstract class Block {
    abstract void accept(Visitor visitor);

    interface Visitor {
        void heading(Heading heading);

        void paragraph(Paragraph paragraph);

        void list(Bullets list);

        void quote(Quote quote);

        void table(Table table);
    }

    static final class Heading extends Block {
        final int level;
        final String text;

        Heading(int level, String text) {
            this.level = level;
            this.text = text;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.heading(this);
        }
    }

    static final class Paragraph extends Block {
        final String text;

        Paragraph(String text) {
            this.text = text;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.paragraph(this);
        }
    }

    static final class Bullets extends Block {
        final List<String> items;

        Bullets(List<String> items) {
            this.items = items;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.list(this);
        }
    }

    static final class Quote extends Block {
        final String text;

        Quote(String text) {
            this.text = text;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.quote(this);
        }
    }

    static final class Table extends Block {
        final List<Alignment> alignments;
        final List<List<String>> rows;

        Table(List<Alignment> alignments, List<List<String>> rows) {
            this.alignments = alignments;
            this.rows = rows;
        }

        @Override
        void accept(Visitor visitor) {
            visitor.table(this);
        }
    }
}
