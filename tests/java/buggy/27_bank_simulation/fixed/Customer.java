import java.util.List;

/** Someone with business to do. */
final class Customer {
    enum Kind {
        PRIVATE,
        BUSINESS
    }

    final int number;
    final String name;
    final Kind kind;
    final int arrival;
    final List<Task> tasks;

    Customer(int number, String name, Kind kind, int arrival, List<Task> tasks) {
        this.number = number;
        this.name = name;
        this.kind = kind;
        this.arrival = arrival;
        this.tasks = tasks;
    }

    int minutes() {
        int minutes = 0;
        for (Task task : tasks) {
            minutes += task.minutes();
        }
        return minutes;
    }
}
