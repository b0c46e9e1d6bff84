// A switch over an enum goes through a table of the compiler's; one case is wrong and a default hides another.
public class EnumSwitchMap {
    enum Day { MONDAY, FRIDAY, SATURDAY, SUNDAY;
        boolean isFree() {
            switch (this) {
                case SATURDAY:
                case SUNDAY:
                    return true;
                default:
                    return false;
            }
        }
    }

    static int hours(Day day) {
        switch (day) {
            case FRIDAY:
                return 8; // BUG
                // GOOD: return 6;
            case MONDAY:
                return 8;
            default:
                return day.isFree() ? 0 : 8;
        }
    }

    static int week() {
        int hours = 0;
        for (Day day : Day.values()) {
            hours += hours(day);
        }
        return hours;
    }

    public static void main(String[] args) {
        System.out.println(week());
    }
}
