/** The constructor of a superclass looks at what was written before it ran. */
public class Before {
    abstract static class Base {
        final String text;

        Base() {
            text = describe();
        }

        abstract String describe();
    }

    static String captured(int number) {
        Base base = new Base() {
            @Override
            String describe() {
                return "number " + number;
            }
        };
        return base.text;
    }

    public static void main(String[] args) {
        System.out.println(captured(7));
    }
}
