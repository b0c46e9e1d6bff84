/** A word of the language. */
final class Token {
    enum Kind {
        NUMBER,
        STRING,
        NAME,
        KEYWORD,
        SIGN,
        END
    }

    final Kind kind;
    final String text;
    final Object value;
    final int line;

    Token(Kind kind, String text, Object value, int line) {
        this.kind = kind;
        this.text = text;
        this.value = value;
        this.line = line;
    }

    boolean is(String expected) {
        return (kind == Kind.SIGN || kind == Kind.KEYWORD) && text.equals(expected);
    }

    String shown() {
        return kind == Kind.END ? "end of script" : "'" + text + "'";
    }
}
