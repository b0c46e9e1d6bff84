// Stock by kind in an EnumMap, with reservations: a cancelled reservation is given back to the wrong kind.
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

public class Inventory {
    enum Kind { SMALL, MEDIUM, LARGE }

    static class Reservation {
        final Kind kind;
        final int pieces;
        boolean cancelled;

        Reservation(Kind kind, int pieces) {
            this.kind = kind;
            this.pieces = pieces;
        }
    }

    private final Map<Kind, Integer> stock = new EnumMap<>(Kind.class);
    private final List<Reservation> reservations = new ArrayList<>();

    Inventory() {
        for (Kind kind : Kind.values()) {
            stock.put(kind, 10);
        }
    }

    Reservation reserve(Kind kind, int pieces) {
        if (stock.get(kind) < pieces) {
            throw new IllegalStateException("only " + stock.get(kind) + " left of " + kind);
        }
        stock.merge(kind, -pieces, Integer::sum);
        Reservation made = new Reservation(kind, pieces);
        reservations.add(made);
        return made;
    }

    void cancel(Reservation reservation) {
        reservation.cancelled = true;
        Kind kind = Kind.values()[reservations.indexOf(reservation)]; // BUG
        // GOOD: Kind kind = reservation.kind;
        stock.merge(kind, reservation.pieces, Integer::sum);
    }

    int reserved() {
        int pieces = 0;
        for (Reservation reservation : reservations) {
            pieces += reservation.cancelled ? 0 : reservation.pieces;
        }
        return pieces;
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        inventory.reserve(Kind.SMALL, 2);
        Reservation large = inventory.reserve(Kind.LARGE, 7);
        inventory.cancel(large);
        try {
            inventory.reserve(Kind.LARGE, 5);
            System.out.println("reserved " + inventory.reserved());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
