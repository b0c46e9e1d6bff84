// A calendar that several calls share is rolled in place of being moved on.
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class CalendarState {
    private final Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);

    CalendarState() {
        calendar.setTimeInMillis(1703894400000L);
    }

    void nextDay() {
        calendar.roll(Calendar.DAY_OF_MONTH, 1); // BUG
        // GOOD: calendar.add(Calendar.DAY_OF_MONTH, 1);
    }

    int day() {
        return calendar.get(Calendar.DAY_OF_YEAR);
    }

    String days(int count) {
        StringBuilder days = new StringBuilder();
        for (int i = 0; i < count; i++) {
            days.append(day()).append(' ');
            nextDay();
        }
        return days.toString();
    }

    public static void main(String[] args) {
        System.out.println(new CalendarState().days(4));
    }
}
