package base;

/** Amounts in cents. */
public class Money {
    /** To the nearest ten, five upwards. */
    public static int round(int cents) {
        int rest = cents % 10;
        return rest > 5 ? cents + 10 - rest : cents - rest;
    }
}
