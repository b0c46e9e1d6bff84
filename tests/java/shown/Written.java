import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.MathContext;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A value as the debugger should write it, found without the debugger. This class is not recorded. */
class Written {
    /** What cannot be looked into is known by whoever made it. */
    private static final Map<Object, String> KNOWN = new IdentityHashMap<>();

    private Written() {}

    /** Notes how a value should be written, and gives it back. */
    static <T> T known(T value, String text) {
        KNOWN.put(value, text);
        return value;
    }

    static String of(Object value) {
        if (value == null) {
            return "null";
        } else if (KNOWN.containsKey(value)) {
            return KNOWN.get(value);
        } else if (value instanceof Float number) {
            return number + "f";
        } else if (value instanceof Character letter) {
            return "'" + letter + "'";
        } else if (value instanceof String text) {
            return '"' + escaped(text) + '"';
        } else if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof Class<?> type) {
            return type.getSimpleName() + ".class";
        } else if (value instanceof Optional<?> optional) {
            return optional.map(inside -> "Optional[" + of(inside) + "]").orElse("Optional.empty");
        } else if (value instanceof Throwable thrown) {
            return exception(thrown);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            return of(entry.getKey()) + "=" + of(entry.getValue());
        } else if (value instanceof Properties properties) {
            return map(properties);
        } else if (value instanceof Map<?, ?> map) {
            String own = map instanceof Main.Recent<?, ?> recent ? "Recent(accessOrder=true, capacity=" + recent.capacity + ")" : "";
            return own + map(map);
        } else if (value instanceof Set<?> set) {
            return set.getClass().getSimpleName() + all(set);
        } else if (value instanceof Collection<?> all) {
            String own = all instanceof Main.Basket basket ? "Basket(additions=" + basket.additions + ")" : "";
            return own + all(all);
        } else if (value.getClass().isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int n = 0; n < Array.getLength(value); n++) {
                elements.add(Array.get(value, n));
            }
            return "{" + joined(elements) + "}";
        } else if (value instanceof Pattern pattern) {
            return "Pattern /" + pattern + "/" + (pattern.flags() == 0 ? "" : "i");
        } else if (value instanceof Date date) {
            return "Date(" + Instant.ofEpochMilli(date.getTime()) + ")";
        } else if (value instanceof StringWriter writer) {
            return "StringWriter(\"" + escaped(writer.toString()) + "\")";
        } else if (value instanceof ByteArrayOutputStream out) {
            return "ByteArrayOutputStream" + of(out.toByteArray()).replace('{', '[').replace('}', ']');
        } else if (value instanceof ByteArrayInputStream in) {
            return "ByteArrayInputStream" + ahead(in);
        }
        String named = named(value);
        if (named != null) {
            return named;
        }
        return value.getClass().getName().startsWith("Main$") ? fields(value) : value.toString();
    }

    /** What is known by its text and says what it is. */
    private static String named(Object value) {
        String type = value instanceof Path ? "Path"
                : value instanceof Charset ? "Charset"
                : value instanceof TimeZone ? "TimeZone"
                : value instanceof File || value instanceof URI || value instanceof Locale || value instanceof Currency
                        || value instanceof UUID || value instanceof MathContext
                ? value.getClass().getSimpleName()
                : null;
        String text = value instanceof TimeZone zone ? zone.getID() : value.toString();
        return type == null ? null : type + "(\"" + escaped(text) + "\")";
    }

    private static String ahead(ByteArrayInputStream in) {
        in.mark(0);
        byte[] left = in.readAllBytes();
        in.reset();
        return of(left).replace('{', '[').replace('}', ']');
    }

    private static String exception(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getSimpleName());
        // A message that was not given is that of the cause.
        if (thrown.getMessage() != null) {
            text.append(": ").append(escaped(thrown.getMessage()));
        }
        List<String> parts = new ArrayList<>();
        if (thrown.getCause() != null) {
            parts.add("cause=" + of(thrown.getCause()));
        }
        if (thrown instanceof Main.Failure failure) {
            parts.add("code=" + failure.code);
        }
        return parts.isEmpty() ? text.toString() : text + " (" + String.join(", ", parts) + ")";
    }

    private static String fields(Object value) {
        List<Class<?>> lineage = new ArrayList<>();
        for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
            lineage.add(0, type);
        }
        List<String> parts = new ArrayList<>();
        for (Class<?> type : lineage) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getName().startsWith("$")) {
                    continue;
                }
                field.setAccessible(true);
                try {
                    parts.add(field.getName() + "=" + of(field.get(value)));
                } catch (IllegalAccessException unreadable) {
                    throw new AssertionError(unreadable);
                }
            }
        }
        return value.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
    }

    private static String map(Map<?, ?> map) {
        List<String> entries = new ArrayList<>();
        // `get` would change the order of a map that keeps its entries in the order of access.
        map.entrySet().forEach(entry -> entries.add(of(entry.getKey()) + "=" + of(entry.getValue())));
        return "{" + String.join(", ", entries) + "}";
    }

    private static String all(Collection<?> elements) {
        return "[" + joined(elements) + "]";
    }

    private static String joined(Collection<?> elements) {
        return elements.stream().map(Written::of).collect(Collectors.joining(", "));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            switch (c) {
                case '\n' -> escaped.append("\\n");
                case '\t' -> escaped.append("\\t");
                case '\\' -> escaped.append("\\\\");
                case '"' -> escaped.append("\\\"");
                case '\u202e' -> escaped.append("\\u202e");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
