import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cuts a script into tokens. */
final class Lexer {
    private static final Set<String> KEYWORDS = Set.of(
            "let", "fun", "if", "else", "while", "for", "in", "break", "continue", "return", "true", "false", "nil",
            "and", "or", "not", "try", "catch", "throw");
    private static final String[] LONG_SIGNS = {"==", "!=", "<=", ">="};
    private static final String SHORT_SIGNS = "+-*/%<>=(){}[],;:.";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;

    Lexer(String text) {
        this.text = text;
    }

    List<Token> tokens() {
        while (true) {
            skipBlanks();
            if (at >= text.length()) {
                break;
            }
            scan();
        }
        tokens.add(new Token(Token.Kind.END, "", null, line));
        return tokens;
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#') {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }

    private void scan() {
        char c = text.charAt(at);
        if (Character.isDigit(c)) {
            number();
        } else if (c == '"') {
            string();
        } else if (Character.isLetter(c) || c == '_') {
            name();
        } else {
            sign();
        }
    }

    private void number() {
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (at + 1 < text.length() && text.charAt(at) == '.' && Character.isDigit(text.charAt(at + 1))) {
            at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
        }
        String digits = text.substring(start, at);
        add(Token.Kind.NUMBER, digits, Double.valueOf(digits));
    }

    private void string() {
        int start = at;
        int startLine = line;
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c == '\\') {
                value.append(escape());
            } else {
                if (c == '\n') {
                    line++;
                }
                value.append(c);
                at++;
            }
        }
        if (at >= text.length()) {
            throw new ScriptError(startLine, "string without end");
        }
        at++;
        add(Token.Kind.STRING, text.substring(start, at), value.toString());
    }

    private char escape() {
        if (at + 1 >= text.length()) {
            throw new ScriptError(line, "string without end");
        }
        char c = text.charAt(at + 1);
        at += 2;
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case '"':
            case '\\':
                return c;
            default:
                throw new ScriptError(line, "unknown escape \\" + c);
        }
    }

    private void name() {
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String name = text.substring(start, at);
        add(KEYWORDS.contains(name) ? Token.Kind.KEYWORD : Token.Kind.NAME, name, null);
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private void sign() {
        for (String sign : LONG_SIGNS) {
            if (text.startsWith(sign, at)) {
                at += sign.length();
                add(Token.Kind.SIGN, sign, null);
                return;
            }
        }
        char c = text.charAt(at);
        if (SHORT_SIGNS.indexOf(c) < 0) {
            throw new ScriptError(line, "unexpected character '" + c + "'");
        }
        at++;
        add(Token.Kind.SIGN, String.valueOf(c), null);
    }

    private void add(Token.Kind kind, String shown, Object value) {
        tokens.add(new Token(kind, shown, value, line));
    }
}
