// A final list that is changed by one call and read by another.
import java.util.ArrayList;
import java.util.List;

public class StaticList {
    private static final List<String> LOG = new ArrayList<>();

    static void add(String entry) {
        LOG.add(0, entry); // BUG
        // GOOD: LOG.add(entry);
    }

    static String last() {
        return LOG.get(LOG.size() - 1);
    }

    public static void main(String[] args) {
        add("open");
        add("read");
        add("close");
        System.out.println(last());
    }
}
