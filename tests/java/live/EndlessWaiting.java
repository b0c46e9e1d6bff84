/**
 * A worker that waits for a message which nobody sends.
 *
 * <p>Planted bug: the loop in {@code await} asks for more messages than were sent.
 */
public final class EndlessWaiting {
    private int received;

    public static void main(String[] arguments) throws InterruptedException {
        EndlessWaiting worker = new EndlessWaiting();
        worker.send(3);
        worker.await(4);
        System.out.println("done");
    }

    private void send(int messages) {
        for (int number = 0; number < messages; number++) {
            receive();
        }
    }

    private void receive() {
        received++;
    }

    private synchronized void await(int messages) throws InterruptedException {
        while (received < messages) {
            wait(50);
        }
    }
}
