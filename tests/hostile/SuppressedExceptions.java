// What went wrong while resources were closed is attached to the exception before it, and counted by somebody else.
public class SuppressedExceptions {
    static final class Valve implements AutoCloseable {
        private final String name;
        private final int pressure;

        Valve(String name, int pressure) {
            this.name = name;
            this.pressure = pressure;
        }

        @Override
        public void close() {
            if (pressure >= 5) { // BUG
            // GOOD: if (pressure > 5) {
                throw new IllegalStateException(name);
            }
        }
    }

    static void run(int... pressures) {
        try (Valve first = new Valve("first", pressures[0]);
                Valve second = new Valve("second", pressures[1]);
                Valve third = new Valve("third", pressures[2])) {
            throw new UnsupportedOperationException("stuck");
        }
    }

    static String told(RuntimeException exception) {
        StringBuilder told = new StringBuilder(exception.getMessage());
        for (Throwable suppressed : exception.getSuppressed()) {
            told.append(" + ").append(suppressed.getMessage());
        }
        return told.toString();
    }

    public static void main(String[] args) {
        try {
            run(7, 5, 2);
        } catch (RuntimeException exception) {
            System.out.println(told(exception));
        }
    }
}
