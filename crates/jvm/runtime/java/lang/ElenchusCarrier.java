package java.lang;

/**
 * The platform thread that is running.
 *
 * <p>Where the JDK has virtual threads the agent changes the name of the method called here to
 * {@code currentCarrierThread} before it defines this class; there is no such method to compile against on JDK 17.
 */
final class ElenchusCarrier {
    private ElenchusCarrier() {}

    static Thread current() {
        return Thread.currentThread();
    }
}
