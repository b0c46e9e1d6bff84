// A scheduler with java.time: repeated events drift when the month is short.
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Scheduler {
    record Event(String title, LocalDate date) {}

    static class Room {
        final String name;
        final List<Event> events = new ArrayList<>();

        Room(String name) {
            this.name = name;
        }

        void book(Event event) {
            events.add(event);
        }
    }

    private final Map<String, Room> rooms = new LinkedHashMap<>();

    Room room(String name) {
        return rooms.computeIfAbsent(name, Room::new);
    }

    int repeat(String room, String title, LocalDate first, int times) {
        Room booked = room(room);
        LocalDate date = first;
        for (int i = 0; i < times; i++) {
            booked.book(new Event(title, date));
            date = date.plusMonths(1); // BUG
            // GOOD: date = first.plusMonths(i + 1);
        }
        return times;
    }

    int once(String room, String title, LocalDate date) {
        room(room).book(new Event(title, date));
        return 1;
    }

    List<Event> on(LocalDate date) {
        List<Event> found = new ArrayList<>();
        for (Room room : rooms.values()) {
            for (Event event : room.events) {
                if (event.date().equals(date)) {
                    found.add(event);
                }
            }
        }
        return found;
    }

    public static void main(String[] args) {
        Scheduler scheduler = new Scheduler();
        int booked = scheduler.once("Red", "kick-off", LocalDate.of(2026, 1, 12));
        booked += scheduler.repeat("Blue", "closing", LocalDate.of(2026, 1, 31), 5);
        booked += scheduler.once("Red", "review", LocalDate.of(2026, 3, 31));
        System.out.println(booked + " booked, on 31 March: " + scheduler.on(LocalDate.of(2026, 3, 31)));
    }
}
