import java.util.Map;

/** Reads and writes Roman numerals. */
public class Roman {
    private static final Map<Character, Integer> VALUES =
            Map.of('I', 1, 'V', 5, 'X', 10, 'L', 50, 'C', 100, 'D', 500, 'M', 1000);
    private static final int[] STEPS = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SIGNS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    static int valueOf(char sign) {
        Integer value = VALUES.get(sign);
        if (value == null) {
            throw new IllegalArgumentException("not a Roman digit: " + sign);
        }
        return value;
    }

    static int parse(String text) {
        int total = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = valueOf(text.charAt(i));
            boolean isSmaller = i + 2 < text.length() && value < valueOf(text.charAt(i + 1));
            total += isSmaller ? -value : value;
        }
        return total;
    }

    static String format(int number) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < STEPS.length; i++) {
            while (number >= STEPS[i]) {
                out.append(SIGNS[i]);
                number -= STEPS[i];
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(format(1994));
        System.out.println(parse("XVI"));
        System.out.println(parse("XIX"));
        try {
            parse("XIZ");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
