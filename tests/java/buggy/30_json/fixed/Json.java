import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;

/** Reads JSON, looks values up by path and writes them again. */
public class Json {
    static Object find(Object value, String path) {
        Object current = value;
        for (String step : path.split("/")) {
            if (step.isEmpty()) {
                continue;
            }
            if (current instanceof Map) {
                current = ((Map<?, ?>) current).get(step);
            } else if (current instanceof List) {
                current = ((List<?>) current).get(Integer.parseInt(step));
            } else {
                return null;
            }
        }
        return current;
    }

    static String attempt(String text) throws IOException {
        try {
            Object value = new JsonParser(new StringReader(text)).parse();
            return JsonWriter.write(value);
        } catch (JsonException e) {
            return "error at " + e.position + ": " + e.getMessage();
        }
    }

    public static void main(String[] args) throws IOException {
        String text = "{\"name\": \"caf\\u00e9\", \"price\": [1.5, 20, -3e2], \"open\": true,"
                + " \"note\": \"a\\tb \\\"q\\\" \\u20ac\", \"more\": {\"deep\": [null, {}, []]}}";
        Object value = new JsonParser(new StringReader(text)).parse();
        System.out.println(JsonWriter.write(value));
        System.out.println(find(value, "price/2") + " " + find(value, "more/deep/0") + " " + find(value, "name/x"));
        System.out.println((int) ((String) find(value, "note")).charAt(8));
        System.out.println(attempt("[1, 2,, 3]"));
        System.out.println(attempt("{\"a\" 1}"));
        System.out.println(attempt("\"open"));
        System.out.println(attempt("[true, nul]"));
    }
}
