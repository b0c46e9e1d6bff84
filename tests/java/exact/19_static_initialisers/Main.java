public class Main {
    static int order = 1;
    static final int FIXED = 7;
    static final Integer BOXED = next();

    static int next() {
        return order++;
    }

    static class Lazy {
        static int id = next();
        static int touched;

        static void touch() {
            touched = id + FIXED;
        }
    }

    static class Broken {
        static int value = 1 / zero();

        static int zero() {
            return 0;
        }
    }

    public static void main(String[] args) {
        int before = next();
        Lazy.touch();
        try {
            Broken.value++;
        } catch (ExceptionInInitializerError e) {
            order = -1;
        }
        try {
            Broken.zero();
        } catch (NoClassDefFoundError e) {
            order--;
        }
        System.out.println(before + " " + Lazy.touched + " " + order + " " + BOXED);
    }
}
