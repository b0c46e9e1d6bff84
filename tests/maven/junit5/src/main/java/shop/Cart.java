package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer is about to buy. */
public final class Cart {
    record Line(String name, int pieces, long cents) {}

    private final List<Line> lines = new ArrayList<>();

    public void add(String name, int pieces, long cents) {
        if (pieces <= 0) {
            throw new IllegalArgumentException("pieces must be positive: " + pieces);
        }
        lines.add(new Line(name, pieces, cents));
    }

    /** The price of everything, in cents. */
    public long total() {
        long sum = 0;
        for (Line line : lines) {
            sum += Discount.reduced(line.pieces() * line.cents(), line.pieces());
        }
        return sum;
    }

    public Line find(String name) {
        for (Line line : lines) {
            if (line.name().equals(name)) {
                return line;
            }
        }
        return null;
    }
}
