import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;

/** Loads two classes of different shape again and again and drops them, so that the JVM reuses the room they took. */
public class Reloaded {
    static int see(Object object, int round) { return round; }

    public static void main(String[] args) throws Exception {
        URL here = Reloaded.class.getProtectionDomain().getCodeSource().getLocation();
        for (int round = 0; round < 120; round++) {
            try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
                Class<?> type = loader.loadClass(round % 2 == 0 ? "Small" : "Large");
                Constructor<?> constructor = type.getDeclaredConstructor(int.class);
                constructor.setAccessible(true);
                see(constructor.newInstance(round), round);
            }
            if (round % 20 == 19) { System.gc(); }
        }
    }
}

class Small {
    int round;

    Small(int round) { this.round = round; }
}

class Large {
    long before = 7;
    String text = "t";
    int[] numbers = new int[3];
    int round;
    Object after = this;

    Large(int round) { this.round = round; }
}
