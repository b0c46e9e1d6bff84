// The wrong exception is caught, and the run goes on with a wrong value.
public class Exception {
    static int parse(String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (RuntimeException e) {
            return fallback(text, e);
        }
    }

    static int fallback(String text, RuntimeException e) {
        return e instanceof NumberFormatException ? -1 : 0; // BUG
        // GOOD: return e instanceof NumberFormatException ? 0 : -1;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (String text : new String[] {"1", "x", " 3"}) {
            sum += parse(text);
        }
        System.out.println(sum);
    }
}
