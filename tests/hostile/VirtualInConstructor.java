// A constructor calls a method that is overridden, before the fields of the subclass are set.
public class VirtualInConstructor {
    static class Base {
        final String text;

        Base() {
            text = describe();
        }

        String describe() {
            return "base";
        }
    }

    static class Named extends Base {
        private String name = "x";

        @Override
        String describe() {
            return "named " + name; // BUG
            // GOOD: return "named " + (name == null ? "x" : name);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Base().text);
        System.out.println(new Named().text);
    }
}
