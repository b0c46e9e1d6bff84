import java.util.ArrayList;
import java.util.List;

/**
 * Keeps every reading of a sensor, for ever: its list only grows.
 *
 * <p>Planted bug: readings are numbered on from those of an older sensor, and the count is kept in an {@code int}. It overflows
 * once, and so far that every stretch of the run that holds the overflow shows a smaller count at its end.
 */
public final class Growing {
    private final List<Integer> readings = new ArrayList<>();
    private int count = Integer.MAX_VALUE - 400_000;

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
