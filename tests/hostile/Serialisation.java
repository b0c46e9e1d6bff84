// readObject restores a transient field wrongly.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class Serialisation {
    static class Box implements Serializable {
        private static final long serialVersionUID = 1;
        final int width;
        final int height;
        transient int area;

        Box(int width, int height) {
            this.width = width;
            this.height = height;
            area = width * height;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            area = width + height; // BUG
            // GOOD: area = width * height;
        }
    }

    static Object copy(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Box copy = (Box) copy(new Box(3, 4));
        System.out.println(copy.area);
    }
}
