// An immutable format made by a chain of with-methods, as CSV libraries have them: one of them forgets a setting.
public class Formats {
    static final class Format {
        static final Format DEFAULT = new Format(',', '"', null, null, false, true, "\r\n", "", false, false);

        private final char delimiter;
        private final Character quote;
        private final Character comment;
        private final Character escape;
        private final boolean trims;
        private final boolean skipsEmpty;
        private final String separator;
        private final String nullText;
        private final boolean header;
        private final boolean trailing;

        private Format(char delimiter, Character quote, Character comment, Character escape, boolean trims,
                boolean skipsEmpty, String separator, String nullText, boolean header, boolean trailing) {
            this.delimiter = delimiter;
            this.quote = quote;
            this.comment = comment;
            this.escape = escape;
            this.trims = trims;
            this.skipsEmpty = skipsEmpty;
            this.separator = separator;
            this.nullText = nullText;
            this.header = header;
            this.trailing = trailing;
        }

        Format withDelimiter(char delimiter) {
            return new Format(delimiter, quote, comment, escape, trims, skipsEmpty, separator, nullText, header, trailing);
        }

        Format withNullText(String nullText) {
            return new Format(delimiter, quote, comment, escape, trims, skipsEmpty, separator, nullText, header, trailing);
        }

        Format withTrailing() {
            return new Format(delimiter, quote, comment, escape, trims, skipsEmpty, separator, nullText, header, true);
        }

        Format withEscape(char escape) {
            return new Format(delimiter, quote, comment, escape, trims, skipsEmpty, separator, nullText, header, false); // BUG
            // GOOD: return new Format(delimiter, quote, comment, escape, trims, skipsEmpty, separator, nullText, header, trailing);
        }

        String row(Object... cells) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                if (i > 0) {
                    row.append(delimiter);
                }
                row.append(cell(cells[i]));
            }
            if (trailing) {
                row.append(delimiter);
            }
            return row.append(separator).toString();
        }

        private String cell(Object value) {
            if (value == null) {
                return nullText;
            }
            String text = trims ? value.toString().trim() : value.toString();
            if (escape != null) {
                text = text.replace(String.valueOf(delimiter), "" + escape + delimiter);
            }
            return text;
        }
    }

    public static void main(String[] args) {
        Format format = Format.DEFAULT.withDelimiter('\t').withTrailing().withNullText("-").withEscape('\\');
        System.out.print(format.row("id", "name", null, 3).replace('\t', '|'));
    }
}
