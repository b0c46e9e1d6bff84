// A static initialiser fails the first time; later uses of its class fail otherwise, and somebody counts them.
public class InitialiserFails {
    static final class Table {
        static final int[] SIZES = sizes(3);

        static int[] sizes(int count) {
            int[] sizes = new int[count];
            for (int i = 0; i <= count; i++) { // BUG
            // GOOD: for (int i = 0; i < count; i++) {
                sizes[i] = i * i;
            }
            return sizes;
        }

        static int size(int at) {
            return SIZES[at];
        }
    }

    static int tried(int at) {
        try {
            return Table.size(at);
        } catch (ExceptionInInitializerError error) {
            return -1;
        } catch (NoClassDefFoundError error) {
            return -2;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int at = 0; at < 3; at++) {
            sum += tried(at);
        }
        System.out.println(sum);
    }
}
