// Mail from a template: names in double braces are replaced, the second of two is left out.
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Templates {
    private static final Pattern NAME = Pattern.compile("\\{\\{(\\w+)\\}\\}");

    private final Map<String, String> values = new LinkedHashMap<>();

    Templates set(String name, String value) {
        values.put(name, value);
        return this;
    }

    String fill(String template) {
        StringBuilder out = new StringBuilder();
        Matcher matcher = NAME.matcher(template);
        int from = 0;
        while (matcher.find()) {
            out.append(template, from, matcher.start());
            out.append(valueOf(matcher.group(1)));
            from = matcher.end();
        }
        return out.append(template.substring(from)).toString();
    }

    private String valueOf(String name) {
        String value = values.get(name);
        if (value == null) {
            return "";
        }
        return value.contains("{{") ? fill(value) : shorten(value);
    }

    private String shorten(String value) {
        return value.length() > 12 ? value.substring(0, 12) : value; // BUG
        // GOOD: return value.length() > 24 ? value.substring(0, 24) : value;
    }

    public static void main(String[] args) {
        Templates mail = new Templates().set("first", "Grace").set("last", "Hopper-Murray")
                .set("name", "{{first}} {{last}}").set("ship", "tomorrow");
        System.out.println(mail.fill("Dear {{name}}, your order leaves {{ship}}."));
    }
}
