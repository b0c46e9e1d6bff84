package elenchus;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What somebody said that a part should have been, as a difference from what it is. */
final class Wanted {
    private static final Pattern STEP = Pattern.compile("\\.(\\w+)|\\[([^\\]]*)\\]");

    private Wanted() {}

    static Difference difference(Outcome outcome, String path, String should, List<String> parameters) throws Cannot {
        int end = 0;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
            end++;
        }
        String name = path.substring(0, end);
        String root = switch (name) {
            case "result", "returned", "made" -> "returned";
            case "this" -> "this";
            default -> String.valueOf(parameters.indexOf(name));
        };
        if (root.equals("-1")) {
            throw new Cannot("what `" + path + "` should be cannot be asserted");
        }
        Object value = switch (root) {
            case "returned" -> outcome.returned();
            case "this" -> outcome.receiver();
            default -> outcome.arguments()[Integer.parseInt(root)];
        };
        List<Difference.Step> steps = new ArrayList<>();
        Matcher step = STEP.matcher(path.substring(end));
        while (step.find()) {
            Object owner = value;
            if (owner == null) {
                throw new Cannot("there is no `" + path + "`");
            }
            if (step.group(1) != null) {
                Field field = field(owner, step.group(1));
                steps.add(new Difference.OfField(owner, null, field));
                value = State.held(owner, field);
            } else if (owner instanceof Map<?, ?> map) {
                Object key = key(map, step.group(2));
                steps.add(new Difference.OfKey(owner, null, key));
                value = map.get(key);
            } else {
                int index = Integer.parseInt(step.group(2));
                steps.add(new Difference.OfIndex(owner, null, index));
                value = owner instanceof List<?> list ? list.get(index) : Array.get(owner, index);
            }
        }
        return new Difference(root, steps, value, parsed(should, value, path));
    }

    private static Field field(Object owner, String name) throws Cannot {
        for (Field field : Types.fields(owner.getClass())) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        throw new Cannot("there is no field " + name + " in a " + owner.getClass().getSimpleName());
    }

    private static Object key(Map<?, ?> map, String written) throws Cannot {
        String bare = bare(written);
        for (Object key : map.keySet()) {
            if (String.valueOf(key).equals(bare)) {
                return key;
            }
        }
        throw new Cannot("there is no key " + written);
    }

    private static String bare(String text) {
        boolean isQuoted = text.length() > 1 && (text.startsWith("\"") && text.endsWith("\"") || text.startsWith("'") && text.endsWith("'"));
        return isQuoted ? text.substring(1, text.length() - 1).translateEscapes() : text;
    }

    /** What was written, as a value of the kind that is there. */
    private static Object parsed(String text, Object like, String path) throws Cannot {
        if (text.equals("null")) {
            return null;
        }
        String number = text.replaceFirst("[LlfFdD]$", "");
        try {
            if (like instanceof Integer) {
                return Integer.valueOf(number);
            } else if (like instanceof Long) {
                return Long.valueOf(number);
            } else if (like instanceof Double) {
                return Double.valueOf(number);
            } else if (like instanceof Float) {
                return Float.valueOf(number);
            } else if (like instanceof Short) {
                return Short.valueOf(number);
            } else if (like instanceof Byte) {
                return Byte.valueOf(number);
            } else if (like instanceof Boolean && (text.equals("true") || text.equals("false"))) {
                return Boolean.valueOf(text);
            } else if (like instanceof Character && bare(text).length() == 1) {
                return bare(text).charAt(0);
            } else if (like instanceof String || like == null && text.startsWith("\"")) {
                return bare(text);
            } else if (like instanceof Enum<?> constant) {
                for (Object other : constant.getDeclaringClass().getEnumConstants()) {
                    if (((Enum<?>) other).name().equals(text.substring(text.lastIndexOf('.') + 1))) {
                        return other;
                    }
                }
            }
        } catch (NumberFormatException other) {
            throw new Cannot("`" + text + "` is no value for `" + path + "`");
        }
        throw new Cannot("what `" + path + "` should be cannot be written in a test");
    }
}
