// Something read from the environment is unseen, but the same in both runs.
public class Environment {
    static String home() {
        return System.getProperty("java.io.tmpdir");
    }

    static String join(String folder, String file) {
        return folder + file; // BUG
        // GOOD: return folder + "/" + file;
    }

    static int depth(String path) {
        int depth = 0;
        for (char c : path.toCharArray()) {
            if (c == '/') {
                depth++;
            }
        }
        return depth;
    }

    public static void main(String[] args) {
        System.out.println(depth(join(home(), "a")));
        System.out.println(depth(join(home(), "b/c")));
    }
}
