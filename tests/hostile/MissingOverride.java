// An override is missing, so the parent's method runs: no code that ran is wrong.
public class MissingOverride {
    static class Animal {
        String sound() {
            return "...";
        }
    }

    static class Dog extends Animal {
        final String name = "Rex";
        // GOOD: @Override String sound() { return "woof"; }
    }

    static String say(Animal animal) {
        return "it says " + animal.sound();
    }

    public static void main(String[] args) {
        System.out.println(say(new Animal()));
        System.out.println(say(new Dog()));
    }
}
