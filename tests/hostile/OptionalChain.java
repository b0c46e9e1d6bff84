// A step of an Optional chain is wrong.
import java.util.Map;
import java.util.Optional;

public class OptionalChain {
    static final Map<String, String> MANAGER = Map.of("ann", "bob", "bob", "carl");

    static Optional<String> manager(String name) {
        return Optional.ofNullable(MANAGER.get(name));
    }

    static String top(String name) {
        return manager(name)
                .flatMap(OptionalChain::manager)
                .map(found -> found + "!")
                .orElse(name.toUpperCase()); // BUG
                // GOOD: .orElse(name);
    }

    public static void main(String[] args) {
        System.out.println(top("ann"));
        System.out.println(top("bob"));
    }
}
