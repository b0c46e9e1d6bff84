import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** Defines a class by itself, in all ways that do not say where it comes from. */
public class Loaded {
    static class Part {
        static int twice(int number) {
            return 2 * number;
        }
    }

    static class Own extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static void run(Class<?> part, int number) throws Exception {
        var twice = part.getDeclaredMethod("twice", int.class);
        twice.setAccessible(true);
        System.out.println(twice.invoke(null, number));
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream file = Loaded.class.getResourceAsStream("Loaded$Part.class")) {
            bytes = file.readAllBytes();
        }
        run(new Own().define("Loaded$Part", bytes), 1);
        run(new Own().define(null, bytes), 2);
        run(MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass(), 3);
    }
}
