// Code before super() computes a wrong field.
// Java 25
public class PreSuper {
    static class Base {
        final String text;

        Base() {
            text = describe();
        }

        String describe() {
            return "base";
        }
    }

    static class Sized extends Base {
        final int size;

        Sized(int wanted) {
            int rounded = wanted / 8 * 8; // BUG
            // GOOD: int rounded = (wanted + 7) / 8 * 8;
            this.size = rounded;
            super();
        }

        @Override
        String describe() {
            return "size " + size;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Sized(16).text);
        System.out.println(new Sized(13).text);
    }
}
