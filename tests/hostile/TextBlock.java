// A template in a text block misses a field.
// Java 15
public class TextBlock {
    static String render(String name, int age) {
        String template = """
                name: %s
                age: %d
                """;
        return String.format(template, name, age + 1); // BUG
        // GOOD: return String.format(template, name, age);
    }

    static int length(String text) {
        return text.lines().mapToInt(String::length).sum();
    }

    public static void main(String[] args) {
        System.out.println(length(render("Ann", 99)));
    }
}
