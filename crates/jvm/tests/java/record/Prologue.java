/** Since Java 25, constructors may write their fields before {@code super()}. */
public class Prologue {
    static class Base {
        final String text;

        Base() {
            text = toString();
        }
    }

    static class Sized extends Base {
        final int size;

        Sized(int size) {
            this.size = size;
            super();
        }

        @Override
        public String toString() {
            return "size " + size;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Sized(7).text);
    }
}
