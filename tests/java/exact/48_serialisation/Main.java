import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class Main {
    static class Plain {
        int fromConstructor;

        Plain() {
            fromConstructor = 7;
        }
    }

    static class Note extends Plain implements Serializable {
        String text;
        transient int reads = 5;

        Note(String text) {
            this.text = text;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            reads++;
        }
    }

    static Note copy(Note note) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(note);
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        return (Note) in.readObject();
    }

    public static void main(String[] args) throws Exception {
        Note copy = copy(new Note("hi"));
        System.out.println(copy.text + copy.reads + copy.fromConstructor);
    }
}
