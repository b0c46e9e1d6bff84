import java.util.LinkedHashMap;
import java.util.Map;

/** Reads settings of the form name=value, with defaults for what is missing or broken. */
public class Settings {
    static class BadLine extends Exception {
        private static final long serialVersionUID = 1;
        final int line;

        BadLine(int line, String text) {
            super("line " + line + ": " + text);
            this.line = line;
        }
    }

    private final Map<String, String> values = new LinkedHashMap<>();
    private int problems;

    void read(String text) throws BadLine {
        int number = 0;
        for (String line : text.split("\n")) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new BadLine(number, line);
            }
            values.put(line.substring(0, equals).trim(), line.substring(equals + 1).trim());
        }
    }

    int number(String name, int otherwise) {
        int result = otherwise;
        try {
            String value = values.get(name);
            if (value != null) {
                result = Integer.parseInt(value);
            } else {
                result = otherwise;
            }
        } catch (NumberFormatException e) {
            problems++;
        }
        return result;
    }

    boolean flag(String name) {
        String value = values.getOrDefault(name, "no");
        return value.equals("yes") || value.equals("true");
    }

    public static void main(String[] args) {
        Settings settings = new Settings();
        try {
            settings.read("# server\nhost = example\nport = eighty\nthreads=4\n\nverbose=yes\nbroken line\n");
        } catch (BadLine e) {
            System.out.println("ignored " + e.getMessage());
        }
        System.out.println("port " + settings.number("port", 80));
        System.out.println("threads " + settings.number("threads", 1));
        System.out.println("timeout " + settings.number("timeout", 30));
        System.out.println("verbose " + settings.flag("verbose") + ", problems " + settings.problems);
    }
}
