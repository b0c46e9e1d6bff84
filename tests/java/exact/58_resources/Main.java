public class Main {
    static String log = "";

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
            log += "+" + name;
        }

        @Override
        public void close() {
            log += "-" + name;
            if (name.equals("b")) {
                throw new IllegalStateException("close");
            }
        }
    }

    static int use() {
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            log += "!";
            return a.name.length() / (b.name.length() - 1);
        } catch (ArithmeticException e) {
            return e.getSuppressed().length;
        }
    }

    public static void main(String[] args) {
        System.out.println(use() + log);
    }
}
