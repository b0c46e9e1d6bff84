// One reader takes a word too many from a scanner that all share.
import java.util.Scanner;

public class ScannerState {
    static String name(Scanner in) {
        String name = in.next();
        return in.hasNextInt() ? name : name + in.next(); // BUG
        // GOOD: return name;
    }

    static int amount(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : 0;
    }

    static String line(Scanner in) {
        String name = name(in);
        int amount = amount(in);
        return name + "=" + amount;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner("tea 3 milk none sugar 5 salt 7");
        StringBuilder lines = new StringBuilder();
        while (in.hasNext()) {
            lines.append(line(in)).append(' ');
            if (lines.length() > 100) {
                break;
            }
        }
        System.out.println(lines);
    }
}
