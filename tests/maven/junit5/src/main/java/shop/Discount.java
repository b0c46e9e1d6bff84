package shop;

/** What is taken off a price, by how much is bought. */
final class Discount {
    private Discount() {}

    /** In percent: nothing below 10 pieces, 5 from 10, 10 from 50. */
    static int rateFor(int pieces) {
        if (pieces >= 50) {
            return 10;
        }
        if (pieces > 10) {
            return 5;
        }
        return 0;
    }

    static long reduced(long cents, int pieces) {
        return cents - cents * rateFor(pieces) / 100;
    }
}
