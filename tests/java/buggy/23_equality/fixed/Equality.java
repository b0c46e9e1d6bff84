import java.util.HashSet;
import java.util.Set;

/** Bookings in a set: equals and hashCode decide what is the same. */
public class Equality {
    private final Set<Seat> taken = new HashSet<>();

    boolean book(Seat seat) {
        return taken.add(seat);
    }

    public static void main(String[] args) {
        Equality hall = new Equality();
        System.out.println(hall.book(new Seat('A', 3)));
        System.out.println(hall.book(new Seat('A', 4)));
        System.out.println(hall.book(new Seat('B', 3)));
        System.out.println(hall.book(new Seat('A', 3)));
        System.out.println(hall.taken.size());
    }
}

class Seat {
    private final char row;
    private final int number;

    Seat(char row, int number) {
        this.row = row;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Seat)) {
            return false;
        }
        Seat seat = (Seat) other;
        return row == seat.row && number == seat.number;
    }

    @Override
    public int hashCode() {
        return number % 16;
    }
}
