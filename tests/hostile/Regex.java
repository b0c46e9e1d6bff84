// A pattern in a constant is wrong; whoever matches with it is innocent.
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Regex {
    static class Dates {
        private static final Pattern DATE = Pattern.compile("(\\d+)-(\\d)-(\\d+)"); // BUG
        // GOOD: private static final Pattern DATE = Pattern.compile("(\\d+)-(\\d+)-(\\d+)");

        static int month(String text) {
            Matcher matcher = DATE.matcher(text);
            return matcher.matches() ? Integer.parseInt(matcher.group(2)) : -1;
        }
    }

    static int sum(String... dates) {
        int sum = 0;
        for (String date : dates) {
            sum += Dates.month(date);
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum("2024-3-01", "2024-11-30"));
    }
}
