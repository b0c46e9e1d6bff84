import java.util.List;
import java.util.Map;

/** Writes values on one line, in plain ASCII. */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    static String write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(Object value) {
        if (value instanceof String) {
            string((String) value);
        } else if (value instanceof Double) {
            number((Double) value);
        } else if (value instanceof List) {
            array((List<?>) value);
        } else if (value instanceof Map) {
            object((Map<?, ?>) value);
        } else {
            out.append(value);
        }
    }

    private void number(double number) {
        if (number == Math.rint(number)) {
            out.append((long) number);
        } else {
            out.append(number);
        }
    }

    private void array(List<?> items) {
        out.append('[');
        for (int i = 0; i < items.size(); i++) {
            out.append(i == 0 ? "" : ",");
            value(items.get(i));
        }
        out.append(']');
    }

    private void object(Map<?, ?> members) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            out.append(separator);
            string((String) member.getKey());
            out.append(':');
            value(member.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private void string(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
