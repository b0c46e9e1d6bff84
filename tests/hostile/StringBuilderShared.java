// A string builder is reused without being emptied.
public class StringBuilderShared {
    private final StringBuilder buffer = new StringBuilder();

    String pad(String text, int width) {
        buffer.setLength(text.length() > 2 ? 0 : buffer.length()); // BUG
        // GOOD: buffer.setLength(0);
        buffer.append(text);
        while (buffer.length() < width) {
            buffer.append('.');
        }
        return buffer.toString();
    }

    public static void main(String[] args) {
        StringBuilderShared padder = new StringBuilderShared();
        System.out.println(padder.pad("abc", 5) + padder.pad("de", 4));
    }
}
