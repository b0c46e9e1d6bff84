// Constants of an enum count. Who reads the counters changed too, but is innocent.
public class EnumCounter {
    enum Lane {
        LEFT,
        RIGHT;

        private int cars;

        int cars() {
            return cars;
        }
    }

    static void arrive(Lane lane, int cars) {
        lane.cars += cars + 1; // BUG
        // GOOD: lane.cars += cars;
    }

    static int waiting() {
        int all = 0;
        for (Lane lane : Lane.values()) {
            all = all + lane.cars(); // OLD
            // GOOD: all += lane.cars() * 1;
        }
        return all;
    }

    public static void main(String[] args) {
        System.out.println(waiting());
        arrive(Lane.RIGHT, 3);
        arrive(Lane.LEFT, 4);
        System.out.println(waiting());
    }
}
