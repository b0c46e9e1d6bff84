/** Natural numbers of any length, digit by digit. */
public class LongNumber {
    private final int[] digits;

    private LongNumber(int[] digits) {
        int length = digits.length;
        while (length > 1 && digits[length - 1] == 0) {
            length--;
        }
        this.digits = java.util.Arrays.copyOf(digits, length);
    }

    static LongNumber of(String text) {
        int[] digits = new int[text.length()];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = text.charAt(text.length() - 1 - i) - '0';
        }
        return new LongNumber(digits);
    }

    LongNumber plus(LongNumber other) {
        int length = Math.max(digits.length, other.digits.length) + 1;
        int[] sum = new int[length];
        int carry = 0;
        for (int i = 0; i < length; i++) {
            int digit = digit(i) + other.digit(i) + carry;
            sum[i] = digit % 10;
            carry = digit / 10;
        }
        return new LongNumber(sum);
    }

    LongNumber times(LongNumber other) {
        int[] product = new int[digits.length + other.digits.length];
        for (int i = 0; i < digits.length; i++) {
            int carry = 0;
            for (int j = 0; j < other.digits.length; j++) {
                int value = digits[i] * other.digits[j] + carry;
                product[i + j] = value % 10;
                carry = value / 10;
            }
            product[i + other.digits.length] += carry;
        }
        return new LongNumber(product);
    }

    private int digit(int index) {
        return index < digits.length ? digits[index] : 0;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (int digit : digits) {
            out.append(digit);
        }
        return out.reverse().toString();
    }

    public static void main(String[] args) {
        LongNumber a = of("99");
        LongNumber b = of("12345678901234567890");
        System.out.println(a.plus(b).text());
        System.out.println(a.times(a).text());
        System.out.println(b.times(b).text());
    }
}
