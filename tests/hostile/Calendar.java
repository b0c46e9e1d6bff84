// A date is computed with months that begin at 1.
import java.time.LocalDate;

public class Calendar {
    static LocalDate firstOfQuarter(LocalDate date) {
        int quarter = (date.getMonthValue()) / 3; // BUG
        // GOOD: int quarter = (date.getMonthValue() - 1) / 3;
        return LocalDate.of(date.getYear(), Math.min(12, quarter * 3 + 1), 1);
    }

    static long days(LocalDate from, LocalDate to) {
        return to.toEpochDay() - from.toEpochDay();
    }

    public static void main(String[] args) {
        LocalDate march = LocalDate.of(2024, 3, 10);
        System.out.println(days(firstOfQuarter(march), march));
    }
}
