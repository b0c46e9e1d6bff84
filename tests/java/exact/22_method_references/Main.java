import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

public class Main {
    final String name;

    Main(String name) {
        this.name = name;
    }

    String greet(String other) {
        return name + "+" + other;
    }

    static String twice(String text) {
        return text + text;
    }

    static Main make() {
        return new Main("m");
    }

    public static void main(String[] args) {
        Function<String, String> fixed = Main::twice;
        Supplier<Main> supplier = Main::make;
        Main main = supplier.get();
        Function<String, String> bound = main::greet;
        BiFunction<Main, String, String> unbound = Main::greet;
        Function<String, Main> constructor = Main::new;
        String text = fixed.apply("a") + bound.apply("b") + unbound.apply(constructor.apply("c"), "d");
        System.out.println(text);
    }
}
