// Two classes initialise each other, and one sees the other half done.
public class CyclicInitialisers {
    static class A {
        static final int SIZE = B.FACTOR * 10; // BUG
        // GOOD: static final int SIZE = 3 * 10;

        static int size() {
            return SIZE;
        }
    }

    static class B {
        static final Integer OTHER = A.size();
        static final Integer FACTOR = Integer.valueOf(3);

        static int factor() {
            return FACTOR + (OTHER == null ? 0 : 1);
        }
    }

    static int use() {
        try {
            return B.factor() + A.size();
        } catch (ExceptionInInitializerError e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        System.out.println(use());
    }
}
