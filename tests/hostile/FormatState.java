// A format of numbers is set up wrongly; who writes with it is innocent.
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

public class FormatState {
    private final DecimalFormat format = new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));

    void precise(int digits) {
        format.setMaximumFractionDigits(digits);
        format.setMinimumFractionDigits(digits - 1); // BUG
        // GOOD: format.setMinimumFractionDigits(digits);
    }

    String written(double number) {
        return format.format(number);
    }

    String row(double... numbers) {
        StringBuilder row = new StringBuilder();
        for (double number : numbers) {
            row.append(written(number)).append(' ');
        }
        return row.toString();
    }

    public static void main(String[] args) {
        FormatState state = new FormatState();
        String before = state.row(1, 2.25);
        state.precise(3);
        System.out.println(before + state.row(1.5, 2.25, 3.125));
    }
}
