import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Arrays;

/** Prints what serialisation sees of some classes. */
public class Serial {
    static class Plain implements Serializable {
        int x = 1;
        String name = "n";
        private transient int cache = 5;

        void method() {}
    }

    static class WithInitialiser implements Serializable {
        static int loaded = Integer.parseInt("3");
        double d = 0.5;
    }

    enum Colour {
        RED
    }

    record Point(int x) implements Serializable {}

    public static void main(String[] args) throws Exception {
        for (Object object : new Object[] {new Plain(), new WithInitialiser(), Colour.RED, new Point(1)}) {
            ObjectStreamClass seen = ObjectStreamClass.lookup(object.getClass());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(object);
            System.out.println(seen + " " + Arrays.toString(seen.getFields()) + " "
                    + Arrays.hashCode(bytes.toByteArray()));
        }
    }
}
