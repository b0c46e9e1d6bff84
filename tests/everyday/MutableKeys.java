// Stock kept under keys that change after they were put into a hash map.
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

public class MutableKeys {
    static class Place {
        private int aisle;
        private int shelf;

        Place(int aisle, int shelf) {
            this.aisle = aisle;
            this.shelf = shelf;
        }

        Place movedTo(int aisle) {
            this.aisle = aisle; // BUG
            return this; // BUG
            // GOOD: return new Place(aisle, shelf);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place p && p.aisle == aisle && p.shelf == shelf;
        }

        @Override
        public int hashCode() {
            return Objects.hash(aisle, shelf);
        }

        @Override
        public String toString() {
            return aisle + "/" + shelf;
        }
    }

    private final Map<Place, Integer> stock = new HashMap<>();

    void store(Place place, int pieces) {
        stock.merge(place, pieces, Integer::sum);
    }

    int at(Place place) {
        return stock.getOrDefault(place, 0);
    }

    void move(Place from, int aisle) {
        int pieces = at(from);
        Place to = from.movedTo(aisle);
        stock.remove(from);
        store(to, pieces);
    }

    int total() {
        int total = 0;
        for (int pieces : stock.values()) {
            total += pieces;
        }
        return total;
    }

    public static void main(String[] args) {
        MutableKeys warehouse = new MutableKeys();
        warehouse.store(new Place(1, 1), 30);
        Place second = new Place(1, 2);
        warehouse.store(second, 12);
        warehouse.move(second, 4);
        System.out.println(warehouse.total() + " pieces, " + warehouse.at(new Place(4, 2)) + " in aisle 4");
    }
}
