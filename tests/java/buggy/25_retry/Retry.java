/** Repeats what may fail. */
public class Retry {
    public static void main(String[] args) {
        Client client = new Client(new FlakyServer(2), 3);
        System.out.println(client.fetch("index"));
        System.out.println("waited " + client.waited());
    }
}

class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int status;

    ServerException(int status, Throwable cause) {
        super("status " + status, cause);
        this.status = status;
    }

    boolean mayRepeat() {
        return status >= 500;
    }
}

class FlakyServer {
    private int failures;

    FlakyServer(int failures) {
        this.failures = failures;
    }

    String answer(String path) {
        if (failures > 0) {
            failures--;
            throw new ServerException(503, null);
        }
        return "<" + path + ">";
    }
}

class Client {
    private final FlakyServer server;
    private final int attempts;
    private int waited;

    Client(FlakyServer server, int attempts) {
        this.server = server;
        this.attempts = attempts;
    }

    int waited() {
        return waited;
    }

    String fetch(String path) {
        ServerException last = null;
        for (int attempt = 1; attempt < attempts; attempt++) {
            try {
                return server.answer(path);
            } catch (ServerException e) {
                if (!e.mayRepeat()) {
                    throw e;
                }
                last = e;
                waited += delay(attempt);
            }
        }
        throw new ServerException(504, last);
    }

    private static int delay(int attempt) {
        return 100 << attempt;
    }
}
