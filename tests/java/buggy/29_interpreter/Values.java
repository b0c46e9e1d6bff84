import java.util.List;
import java.util.Map;

/** How values of the language behave: truth, equality, text, kinds. */
final class Values {
    private Values() {}

    static boolean isTrue(Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }

    static boolean same(Object a, Object b) {
        return a == null ? b == null : a.equals(b);
    }

    static String kind(Object value) {
        if (value == null) {
            return "nil";
        }
        if (value instanceof Double) {
            return "number";
        }
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof List) {
            return "list";
        }
        if (value instanceof Map) {
            return "map";
        }
        return "function";
    }

    static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, false);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value, boolean quoted) {
        if (value instanceof Double) {
            out.append(number((Double) value));
        } else if (value instanceof String) {
            out.append(quoted ? "\"" + value + "\"" : value);
        } else if (value instanceof List) {
            writeList(out, (List<?>) value);
        } else if (value instanceof Map) {
            writeMap(out, (Map<?, ?>) value);
        } else if (value instanceof Callable) {
            out.append("<fun ").append(((Callable) value).name()).append('>');
        } else {
            out.append(value == null ? "nil" : value.toString());
        }
    }

    private static String number(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return String.valueOf((long) number);
        }
        return String.valueOf(Math.round(number * 1000) / 1000.0);
    }

    private static void writeList(StringBuilder out, List<?> list) {
        out.append('[');
        String separator = "";
        for (Object item : list) {
            out.append(separator);
            write(out, item, true);
            separator = ", ";
        }
        out.append(']');
    }

    private static void writeMap(StringBuilder out, Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            write(out, entry.getKey(), true);
            out.append(": ");
            write(out, entry.getValue(), true);
            separator = ", ";
        }
        out.append('}');
    }
}
