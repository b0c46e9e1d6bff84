/** Weekdays by counting days since a known Monday. */
public class Calendars {
    static final String[] NAMES = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

    public static void main(String[] args) {
        System.out.println(new Day(2024, 2, 29).weekday());
        System.out.println(new Day(1900, 1, 1).weekday());
        System.out.println(new Day(1900, 3, 1).weekday());
        System.out.println(new Day(2000, 12, 31).dayOfYear());
    }
}

class Day {
    private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private final int year;
    private final int month;
    private final int day;

    Day(int year, int month, int day) {
        this.year = year;
        this.month = month;
        this.day = day;
    }

    static boolean isLeap(int year) {
        return year % 4 == 0;
    }

    static int length(int year, int month) {
        return month == 2 && isLeap(year) ? 29 : LENGTHS[month - 1];
    }

    int dayOfYear() {
        int days = day;
        for (int m = 1; m < month; m++) {
            days += length(year, m);
        }
        return days;
    }

    long sinceYearOne() {
        long before = year - 1;
        return before * 365 + before / 4 - before / 100 + before / 400 + dayOfYear();
    }

    String weekday() {
        return Calendars.NAMES[(int) ((sinceYearOne() - 1) % 7)];
    }
}
