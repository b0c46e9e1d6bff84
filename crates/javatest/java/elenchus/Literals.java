package elenchus;

/** Plain values as Java writes them. */
final class Literals {
    private Literals() {}

    static String of(Object value) {
        if (value instanceof String text) {
            return quoted(text);
        }
        if (value instanceof Character unit) {
            return "'" + (unit == '\'' ? "\\'" : unit == '"' ? "\"" : escaped(unit)) + "'";
        }
        if (value instanceof Long number) {
            return number + "L";
        }
        if (value instanceof Float number) {
            return special(number, "Float") == null ? number + "f" : special(number, "Float");
        }
        if (value instanceof Double number) {
            return special(number, "Double") == null ? number.toString() : special(number, "Double");
        }
        if (value instanceof Byte || value instanceof Short) {
            return "(" + (value instanceof Byte ? "byte" : "short") + ") " + value;
        }
        return String.valueOf(value);
    }

    private static String special(double number, String type) {
        if (Double.isNaN(number)) {
            return type + ".NaN";
        }
        if (Double.isInfinite(number)) {
            return type + (number > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        }
        return null;
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            quoted.append(escaped(unit));
        }
        return quoted.append('"').toString();
    }

    private static String escaped(char unit) {
        return switch (unit) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\\' -> "\\\\";
            case '"' -> "\\\"";
            default -> unit < 32 || unit > 126 && !Character.isLetterOrDigit(unit)
                    ? String.format("\\u%04x", (int) unit)
                    : String.valueOf(unit);
        };
    }
}
