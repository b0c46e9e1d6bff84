// Shipping costs by weight class, with a custom exception: the limit of a class belongs to the class above.
import java.util.ArrayList;
import java.util.List;

public class Parcels {
    static class TooHeavy extends Exception {
        final int grams;

        TooHeavy(int grams) {
            super(grams + " g is too heavy");
            this.grams = grams;
        }
    }

    record Tariff(String name, int upTo, int cents) {}

    static class Post {
        private final List<Tariff> tariffs = new ArrayList<>();

        Post() {
            tariffs.add(new Tariff("letter", 500, 160));
            tariffs.add(new Tariff("small", 2000, 399));
            tariffs.add(new Tariff("large", 10000, 849));
        }

        Tariff tariff(int grams) throws TooHeavy {
            for (Tariff tariff : tariffs) {
                if (grams < tariff.upTo()) { // BUG
                    // GOOD: if (grams <= tariff.upTo()) {
                    return tariff;
                }
            }
            throw new TooHeavy(grams);
        }

        int cost(int... parcels) throws TooHeavy {
            int cents = 0;
            for (int grams : parcels) {
                cents += tariff(grams).cents();
            }
            return cents;
        }
    }

    public static void main(String[] args) {
        Post post = new Post();
        try {
            System.out.println(post.cost(120, 1999, 2500));
            System.out.println(post.cost(500, 10000));
        } catch (TooHeavy e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
