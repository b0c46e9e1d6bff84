// A small JSON reader: numbers with an exponent lose their sign.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class MiniJson {
    private final String text;
    private int at;

    MiniJson(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        MiniJson json = new MiniJson(text);
        Object value = json.value();
        json.blanks();
        return value;
    }

    private Object value() {
        blanks();
        char c = text.charAt(at);
        if (c == '{') {
            return object();
        } else if (c == '[') {
            return array();
        } else if (c == '"') {
            return string();
        } else if (text.startsWith("true", at)) {
            at += 4;
            return true;
        } else if (text.startsWith("false", at)) {
            at += 5;
            return false;
        } else if (text.startsWith("null", at)) {
            at += 4;
            return null;
        }
        return number();
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        while (!accept('}')) {
            blanks();
            String key = string();
            accept(':');
            object.put(key, value());
            accept(',');
        }
        return object;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        at++;
        while (!accept(']')) {
            list.add(value());
            accept(',');
        }
        return list;
    }

    private String string() {
        int start = ++at;
        while (text.charAt(at) != '"') {
            at++;
        }
        return text.substring(start, at++);
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "0123456789.eE".indexOf(text.charAt(at)) >= 0) { // BUG
            // GOOD: while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.isEmpty()) {
            at++;
            return number();
        }
        return Double.valueOf(digits);
    }

    private boolean accept(char wanted) {
        blanks();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    public static void main(String[] args) {
        Object value = parse("{\n  \"name\": \"probe 7\",\n  \"on\": false,\n  \"limits\": [12.5, -3.25, 7.0],\n  \"owner\": null\n}");
        System.out.println(value);
    }
}
