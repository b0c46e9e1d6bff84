// One class is loaded twice, and its static state exists twice.
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

public class ClassLoaders {
    public static class Counter implements IntSupplier {
        private static int count = 10;

        @Override
        public int getAsInt() {
            return count += 2; // BUG
            // GOOD: return ++count;
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(ClassLoaders.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("ClassLoaders$Counter")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream("ClassLoaders$Counter.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static IntSupplier make(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass("ClassLoaders$Counter");
        return (IntSupplier) type.getConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        IntSupplier one = make(ClassLoaders.class.getClassLoader());
        IntSupplier two = make(new Own());
        one.getAsInt();
        System.out.println(one.getAsInt() + two.getAsInt());
    }
}
