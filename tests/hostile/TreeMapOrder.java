// A compareTo that takes different things for equal loses entries of a sorted map.
import java.util.TreeMap;

public class TreeMapOrder {
    static final class Version implements Comparable<Version> {
        final int major;
        final int minor;

        Version(int major, int minor) {
            this.major = major;
            this.minor = minor;
        }

        @Override
        public int compareTo(Version other) {
            if (major != other.major) {
                return major - other.major;
            }
            return minor / 10 - other.minor / 10; // BUG
            // GOOD: return minor - other.minor;
        }
    }

    static String latest() {
        TreeMap<Version, String> names = new TreeMap<>();
        names.put(new Version(1, 2), "b");
        names.put(new Version(1, 7), "c");
        names.put(new Version(0, 9), "a");
        return names.lastEntry().getValue() + names.size();
    }

    public static void main(String[] args) {
        System.out.println(latest());
    }
}
