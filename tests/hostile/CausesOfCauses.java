// Exceptions are wrapped with causes, and one wrapper drops the innermost.
public class CausesOfCauses {
    static class Failure extends RuntimeException {
        final int code;

        Failure(int code, Throwable cause) {
            super("code " + code, cause);
            this.code = code;
        }
    }

    static void parse(String text) {
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException exception) {
            throw new Failure(1, exception);
        }
    }

    static void load(String text) {
        try {
            parse(text);
        } catch (Failure failure) {
            throw (Failure) new Failure(failure.code + 1, failure.getCause()); // BUG
            // GOOD: throw (Failure) new Failure(failure.code + 1, failure);
        }
    }

    static int depth(Throwable exception) {
        int depth = 0;
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            depth += cause instanceof Failure failure ? failure.code : 1;
        }
        return depth;
    }

    public static void main(String[] args) {
        try {
            load("x");
        } catch (Failure failure) {
            System.out.println(depth(failure) + " " + failure.getMessage());
        }
    }
}
