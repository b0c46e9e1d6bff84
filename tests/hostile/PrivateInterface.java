// A private method of an interface is wrong.
// Java 9
public class PrivateInterface {
    interface Greeter {
        String name();

        default String greet() {
            return decorate("hello " + name());
        }

        private String decorate(String text) {
            return text + '.'; // BUG
            // GOOD: return text + '!';
        }
    }

    public static void main(String[] args) {
        Greeter greeter = () -> "you";
        System.out.println(greeter.greet());
    }
}
