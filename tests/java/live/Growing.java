import java.util.ArrayList;
import java.util.List;

/**
 * Keeps every reading of a sensor, for ever: its list only grows.
 *
 * <p>Planted bug: the count of readings is kept in a {@code short}.
 */
public final class Growing {
    private final List<Integer> readings = new ArrayList<>();
    private short count;

    public static void main(String[] arguments) {
        Growing log = new Growing();
        for (int time = 0; ; time++) {
            log.add(reading(time));
        }
    }

    private static int reading(int time) {
        return time % 7;
    }

    private void add(int reading) {
        readings.add(reading);
        count++;
    }
}
