import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks at itself in every way it can think of; what it prints must not depend on being recorded. */
public class Mirror {
    static class Plain implements Serializable, Cloneable {
        int number = 4;
        private String text = "t";
        transient long skipped = 9;
        static int shared = 1;

        @Override public Plain clone() throws CloneNotSupportedException { return (Plain) super.clone(); }
    }

    record Point(int x, int y) {}

    enum Level { LOW, HIGH }

    interface Greeter { default String greet(String who) { return "hi " + who; } }

    static void fields(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            System.out.println(type.getSimpleName() + " " + Modifier.toString(field.getModifiers()) + " " + field.getName() + field.isSynthetic());
        }
        System.out.println(type.getFields().length + " " + Arrays.stream(type.getDeclaredMethods()).map(m -> m.getName()).sorted().collect(Collectors.toList()));
    }

    static void trace(int depth) {
        if (depth == 0) { throw new IllegalArgumentException("deep"); }
        trace(depth - 1);
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Plain.class, Point.class, Level.class, Greeter.class, Mirror.class, ArrayList.class, HashMap.class}) { fields(type); }
        System.out.println(ObjectStreamClass.lookup(Plain.class).getSerialVersionUID() + " " + Arrays.toString(ObjectStreamClass.lookup(Plain.class).getFields()));
        System.out.println(ObjectStreamClass.lookup(ArrayList.class).getSerialVersionUID());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Plain plain = new Plain();
        plain.number = 77;
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(plain); out.writeObject(new ArrayList<>(List.of("a", "b"))); }
        System.out.println(bytes.size() + " " + Arrays.hashCode(bytes.toByteArray()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Plain copy = (Plain) in.readObject();
            System.out.println(copy.number + copy.text + copy.skipped + in.readObject());
        }
        Plain clone = plain.clone();
        clone.number = 5;
        System.out.println(plain.number + " " + clone.number + " " + new Point(1, 2) + new Point(1, 2).equals(new Point(1, 2)) + new Point(3, 4).hashCode());
        System.out.println(Arrays.toString(Point.class.getRecordComponents()) + Level.valueOf("HIGH") + Arrays.toString(Level.values()));
        Greeter greeter = new Greeter() {};
        System.out.println(greeter.greet("you"));
        Greeter proxy = (Greeter) Proxy.newProxyInstance(Mirror.class.getClassLoader(), new Class<?>[] {Greeter.class}, (self, method, values) -> method.getName() + values[0]);
        System.out.println(proxy.greet("proxy"));
        try { trace(3); } catch (IllegalArgumentException expected) {
            for (StackTraceElement frame : expected.getStackTrace()) { System.out.println(frame); }
            List<String> callers = StackWalker.getInstance().walk(frames -> frames.map(frame -> frame.getMethodName()).collect(Collectors.toList()));
            System.out.println(callers);
        }
        URL here = Mirror.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
            Class<?> again = loader.loadClass("Mirror$Point");
            System.out.println(again != Point.class);
            Constructor<?> constructor = again.getDeclaredConstructor(int.class, int.class);
            constructor.setAccessible(true);
            System.out.println(constructor.newInstance(5, 6));
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : "a b a c b a".split(" ")) { counts.merge(word, 1, Integer::sum); }
        System.out.println(counts + " " + counts.entrySet().stream().mapToInt(Map.Entry::getValue).sum());
        System.err.printf("to the error stream %d%n", 1);
        System.out.println(new String(System.in.readAllBytes()).toUpperCase());
        trace(1);
    }
}
