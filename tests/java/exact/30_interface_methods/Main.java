public class Main {
    interface Named {
        String name();

        default String greeting() {
            return prefix() + name();
        }

        private String prefix() {
            return mark("hi ");
        }

        static String mark(String text) {
            return text + "-";
        }
    }

    interface Loud extends Named {
        @Override
        default String greeting() {
            return Named.super.greeting() + "!";
        }
    }

    static class Dog implements Loud {
        public String name() {
            return "rex";
        }
    }

    public static void main(String[] args) {
        Named dog = new Dog();
        System.out.println(dog.greeting());
    }
}
