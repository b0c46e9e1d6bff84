package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Names that screens write without packages and in words: nested classes, constructors, lambdas, static initialisers, loops. */
public class Till {
    static class Rates {
        static final int[] PERCENT = new int[3];

        static {
            for (int n = 0; n < 3; n++) {
                PERCENT[n] = n * 5;
            }
        }

        static int of(int kind) {
            int rate = PERCENT[kind];
            return rate;
        }
    }

    static class Drawer {
        private final List<Integer> slots =
            new ArrayList<>(List.of(7));
        final int coins;

        Drawer(int coins) {
            this.coins = coins + slots.size();
        }

        int count(List<Integer> more) {
            int sum = coins;
            for (int one : more) {
                sum += one;
            }
            return sum;
        }
    }

    static int total(List<Integer> prices) {
        Supplier<Supplier<Integer>> later = () -> {
            int sum = prices.get(0) + prices.get(1);
            return () -> {
                int half = sum / 2;
                return half + 1;
            };
        };
        return later.get().get();
    }

    static int again(List<Integer> prices) {
        int sum = prices.size() + total(prices);
        return sum;
    }

    public static void main(String[] args) {
        Drawer drawer = new Drawer(3);
        int sum = drawer.count(List.of(4, 5)) + Rates.of(2);
        for (int n = 1; n <= 60; n++) {
            System.out.println("receipt " + n);
        }
        System.exit(sum + total(List.of(2, 4)) + again(List.of(2, 4)));
    }
}
