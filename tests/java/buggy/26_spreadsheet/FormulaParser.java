import java.util.ArrayList;
import java.util.List;

/** Reads formulas: comparison, then text, then sums, then products. */
final class FormulaParser {
    private static final String[] LEVELS = {"<>=", "&", "+-", "*/"};

    private final String text;
    private int at;

    FormulaParser(String text) {
        this.text = text;
    }

    Formula parse() {
        Formula formula = level(0);
        skipBlanks();
        if (at < text.length()) {
            throw new FormulaError("#SYNTAX");
        }
        return formula;
    }

    private Formula level(int level) {
        if (level == LEVELS.length) {
            return atom();
        }
        Formula left = level(level + 1);
        while (true) {
            char operator = peek();
            if (operator == 0 || LEVELS[level].indexOf(operator) < 0) {
                return left;
            }
            at++;
            left = new Formula.Operation(operator, left, level(level + 1));
        }
    }

    private Formula atom() {
        char c = peek();
        if (c == '(') {
            at++;
            Formula inner = level(0);
            expect(')');
            return inner;
        }
        if (c == '-') {
            at++;
            return new Formula.Operation('-', new Formula.Constant(0.0), atom());
        }
        if (c == '"') {
            return quoted();
        }
        if (Character.isDigit(c)) {
            return number();
        }
        if (Character.isLetter(c)) {
            return named();
        }
        throw new FormulaError("#SYNTAX");
    }

    private Formula quoted() {
        int end = text.indexOf('"', at + 1);
        if (end < 0) {
            throw new FormulaError("#SYNTAX");
        }
        String value = text.substring(at + 1, end);
        at = end + 1;
        return new Formula.Constant(value);
    }

    private Formula number() {
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        return new Formula.Constant(Double.valueOf(text.substring(start, at)));
    }

    private Formula named() {
        String name = word();
        if (peek() == '(') {
            at++;
            return new Formula.Function(name.toUpperCase(), arguments());
        }
        Address first = Address.parse(name);
        if (peek() == ':') {
            at++;
            return new Formula.Range(first, Address.parse(word()));
        }
        return new Formula.Reference(first);
    }

    private List<Formula> arguments() {
        List<Formula> arguments = new ArrayList<>();
        while (peek() != ')') {
            if (!arguments.isEmpty()) {
                expect(',');
            }
            arguments.add(level(0));
        }
        at++;
        return arguments;
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private char peek() {
        skipBlanks();
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char expected) {
        if (peek() != expected) {
            throw new FormulaError("#SYNTAX");
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }
}
