// An interface with private and static helpers, implemented by a record and by an enum that are local.
// Java 17
import java.util.List;

public class PrivateStatics {
    interface Priced {
        int cents();

        default String label() {
            return euros(cents()) + "." + twoDigits(cents() % 100);
        }

        private static int euros(int cents) {
            return cents / 100;
        }

        private String twoDigits(int rest) {
            return rest < 9 ? "0" + rest : "" + rest; // BUG
            // GOOD: return rest < 10 ? "0" + rest : "" + rest;
        }
    }

    static String receipt(int single) {
        record Item(int cents) implements Priced {}
        enum Fee implements Priced {
            BAG(20), DEPOSIT(25);

            private final int cents;

            Fee(int cents) {
                this.cents = cents;
            }

            @Override
            public int cents() {
                return cents;
            }
        }
        StringBuilder receipt = new StringBuilder();
        for (Priced priced : List.of(new Item(single), Fee.BAG, Fee.DEPOSIT)) {
            receipt.append(priced.label()).append(' ');
        }
        return receipt.toString();
    }

    public static void main(String[] args) {
        System.out.println(receipt(109));
    }
}
