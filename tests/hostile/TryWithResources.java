// A resource is closed wrongly.
public class TryWithResources {
    static StringBuilder log = new StringBuilder();

    static class Door implements AutoCloseable {
        final String name;

        Door(String name) {
            this.name = name;
            log.append("+").append(name);
        }

        @Override
        public void close() {
            log.append("+").append(name); // BUG
            // GOOD: log.append("-").append(name);
        }
    }

    static String pass() {
        try (Door outer = new Door("a"); Door inner = new Door("b")) {
            log.append("!");
        }
        return log.toString();
    }

    public static void main(String[] args) {
        System.out.println(pass());
    }
}
