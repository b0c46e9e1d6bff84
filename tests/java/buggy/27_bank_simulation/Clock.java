import java.util.PriorityQueue;

/** Runs events in the order of their times. */
final class Clock {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private int now;
    private int sequence;
    private int handled;

    void schedule(Event event) {
        if (event.time < now) {
            throw new IllegalArgumentException("event in the past: " + event.time + " < " + now);
        }
        event.sequence = sequence++;
        events.add(event);
    }

    void run(int until) {
        while (!events.isEmpty() && events.peek().time <= until) {
            Event event = events.poll();
            now = event.time;
            handled++;
            event.happen(this);
        }
    }

    int now() {
        return now;
    }

    int handled() {
        return handled;
    }
}
