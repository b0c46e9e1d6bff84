// Requests routed by patterns to handlers that are lambdas: the longer pattern should win.
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

public class Router {
    private final Map<String, Function<String, String>> routes = new LinkedHashMap<>();

    Router on(String pattern, Function<String, String> handler) {
        routes.put(pattern, handler);
        return this;
    }

    String handle(String path) {
        String best = null;
        for (String pattern : routes.keySet()) {
            if (matches(pattern, path) && (best == null || pattern.length() < best.length())) { // BUG
                // GOOD: if (matches(pattern, path) && (best == null || pattern.length() > best.length())) {
                best = pattern;
            }
        }
        return best == null ? "404" : routes.get(best).apply(rest(best, path));
    }

    private static boolean matches(String pattern, String path) {
        return path.startsWith(prefix(pattern));
    }

    private static String rest(String pattern, String path) {
        return path.substring(prefix(pattern).length());
    }

    private static String prefix(String pattern) {
        return pattern.endsWith("*") ? pattern.substring(0, pattern.length() - 1) : pattern;
    }

    public static void main(String[] args) {
        Router router = new Router()
                .on("/users/*", id -> "user " + id)
                .on("/users/admin/*", id -> "admin " + id)
                .on("/", rest -> "home " + rest);
        System.out.println(router.handle("/") + "; " + router.handle("/users/7") + "; " + router.handle("/users/admin/3"));
    }
}
