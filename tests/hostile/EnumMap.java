// A map with enum keys is filled wrongly by the initialiser of the enum.
import java.util.Map;

public class EnumMap {
    enum Level {
        LOW, MIDDLE, HIGH;

        private static final Map<Level, Integer> COST = new java.util.EnumMap<>(Level.class);

        static {
            for (Level level : values()) {
                COST.put(level, level.ordinal() * level.ordinal()); // BUG
                // GOOD: COST.put(level, level.ordinal() * 3);
            }
        }

        int cost() {
            return COST.get(this);
        }
    }

    static int total() {
        int total = 0;
        for (Level level : Level.values()) {
            total += level.cost();
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(total());
    }
}
