import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one value from a reader, character by character. */
final class JsonParser {
    private static final int END = -1;

    private final Reader reader;
    private int current;
    private int position = -1;

    JsonParser(Reader reader) throws IOException {
        this.reader = reader;
        advance();
    }

    Object parse() throws IOException {
        Object value = value();
        skipBlanks();
        if (current != END) {
            throw problem("text after the value");
        }
        return value;
    }

    private Object value() throws IOException {
        skipBlanks();
        switch (current) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        advance();
        skipBlanks();
        if (accept('}')) {
            return members;
        }
        while (true) {
            skipBlanks();
            if (current != '"') {
                throw problem("expected a name");
            }
            String name = string();
            skipBlanks();
            expect(':');
            members.put(name, value());
            skipBlanks();
            if (accept('}')) {
                return members;
            }
            expect(',');
        }
    }

    private List<Object> array() throws IOException {
        List<Object> items = new ArrayList<>();
        advance();
        skipBlanks();
        if (accept(']')) {
            return items;
        }
        while (true) {
            items.add(value());
            skipBlanks();
            if (accept(']')) {
                return items;
            }
            expect(',');
        }
    }

    private String string() throws IOException {
        StringBuilder text = new StringBuilder();
        advance();
        while (current != '"') {
            if (current == END) {
                throw problem("string without end");
            }
            if (current == '\\') {
                advance();
                text.append(escape());
            } else {
                text.append((char) current);
            }
            advance();
        }
        advance();
        return text.toString();
    }

    /** Reads an escape up to its last character. */
    private char escape() throws IOException {
        switch (current) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'u':
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    advance();
                    code = code * 10 + digit();
                }
                return (char) code;
            case '"':
            case '\\':
            case '/':
                return (char) current;
            default:
                throw problem("unknown escape");
        }
    }

    private int digit() {
        int digit = Character.digit(current, 16);
        if (digit < 0) {
            throw problem("expected a hexadecimal digit");
        }
        return digit;
    }

    private Object word(String word, Object value) throws IOException {
        for (int i = 0; i < word.length(); i++) {
            if (current != word.charAt(i)) {
                throw problem("expected " + word);
            }
            advance();
        }
        return value;
    }

    private Double number() throws IOException {
        StringBuilder digits = new StringBuilder();
        while (current != END && "+-.eE0123456789".indexOf(current) >= 0) {
            digits.append((char) current);
            advance();
        }
        try {
            return Double.valueOf(digits.toString());
        } catch (NumberFormatException e) {
            throw problem("expected a value");
        }
    }

    private void skipBlanks() throws IOException {
        while (current == ' ' || current == '\n' || current == '\t' || current == '\r') {
            advance();
        }
    }

    private boolean accept(char expected) throws IOException {
        if (current != expected) {
            return false;
        }
        advance();
        return true;
    }

    private void expect(char expected) throws IOException {
        if (!accept(expected)) {
            throw problem("expected '" + expected + "'");
        }
    }

    private void advance() throws IOException {
        current = reader.read();
        position++;
    }

    private JsonException problem(String message) {
        return new JsonException(position, message);
    }
}
