// A class that puts a stand-in into a stream of objects reads another one back than it wrote.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class ReadResolve {
    static final class Unit implements Serializable {
        static final Unit METRE = new Unit("m", 1);
        static final Unit KILOMETRE = new Unit("km", 1000);
        final String name;
        final int metres;

        private Unit(String name, int metres) {
            this.name = name;
            this.metres = metres;
        }

        private Object writeReplace() {
            return new Form(name);
        }
    }

    static final class Form implements Serializable {
        private final String name;

        Form(String name) {
            this.name = name;
        }

        private Object readResolve() {
            return name.startsWith("m") || name.endsWith("m") ? Unit.METRE : Unit.KILOMETRE; // BUG
            // GOOD: return name.equals("m") ? Unit.METRE : Unit.KILOMETRE;
        }
    }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    static int inMetres(int count, Unit unit) {
        return count * unit.metres;
    }

    public static void main(String[] args) throws Exception {
        Unit unit = (Unit) read(write(Unit.KILOMETRE));
        System.out.println(inMetres(3, unit));
    }
}
