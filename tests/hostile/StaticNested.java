// A static counter in a nested class starts wrong and is shared by all objects.
public class StaticNested {
    static class Id {
        private static int next = start();
        final int number = next++;

        static int start() {
            return 0; // BUG
            // GOOD: return 1;
        }
    }

    static int sum(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += new Id().number;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(3));
    }
}
