// An arrow of a switch expression yields the wrong value.
// Java 14
public class SwitchExpression {
    enum Day { MONDAY, FRIDAY, SUNDAY }

    static int hours(Day day) {
        return switch (day) {
            case MONDAY -> 8;
            case FRIDAY -> {
                int half = 8 / 2;
                yield half + 8; // BUG
                // GOOD: yield half;
            }
            case SUNDAY -> 0;
        };
    }

    static int week() {
        int sum = 0;
        for (Day day : Day.values()) {
            sum += hours(day);
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(week());
    }
}
