// The last of a variable number of arguments is forgotten.
public class Varargs {
    static String path(String... parts) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < parts.length - 1; i++) { // BUG
        // GOOD: for (int i = 0; i < parts.length; i++) {
            path.append('/').append(parts[i]);
        }
        return path.toString();
    }

    static int depth(String path) {
        return path.split("/").length - 1;
    }

    public static void main(String[] args) {
        System.out.println(depth(path("a", "b", "c")));
    }
}
