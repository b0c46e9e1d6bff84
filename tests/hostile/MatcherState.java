// A matcher is moved on by one call too many: who reads its groups is innocent.
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatcherState {
    private final Matcher matcher = Pattern.compile("(\\w+)=(\\d+)").matcher("a=1, b=2, c=3");

    boolean advance() {
        return matcher.find() && matcher.find(); // BUG
        // GOOD: return matcher.find();
    }

    String name() {
        return matcher.group(1);
    }

    int number() {
        return Integer.parseInt(matcher.group(2));
    }

    List<String> all() {
        List<String> all = new ArrayList<>();
        while (advance()) {
            all.add(name() + ":" + number());
        }
        return all;
    }

    public static void main(String[] args) {
        System.out.println(new MatcherState().all());
    }
}
