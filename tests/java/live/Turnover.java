/**
 * A bank's year, played through transfer by transfer: about five calls each. Arguments: the number of days, and the
 * largest amount of a transfer.
 *
 * <p>Planted bug: the turnover is kept in an {@code int}, which it outgrows after two thirds of the default run.
 */
public final class Turnover {
    private static final int ACCOUNTS = 64;

    private final int largest;
    private final int[] balances = new int[ACCOUNTS];
    private int turnover;
    private int seed = 7;

    public static void main(String[] arguments) {
        int days = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 28_000;
        Turnover bank = new Turnover(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 450);
        for (int day = 1; day <= days; day++) {
            bank.trade(day);
        }
        System.out.println("turnover " + bank.turnover);
        if (bank.turnover < 0) {
            throw new IllegalStateException("a turnover is never negative");
        }
    }

    private Turnover(int largest) {
        this.largest = largest;
    }

    private void trade(int day) {
        for (int number = 0; number < 500; number++) {
            int from = random(ACCOUNTS);
            int to = random(ACCOUNTS);
            int amount = 1 + random(largest);
            transfer(from, to, amount);
        }
    }

    private void transfer(int from, int to, int amount) {
        balances[from] -= amount;
        balances[to] += amount;
        count(amount);
    }

    private void count(int amount) {
        turnover += amount;
    }

    private int random(int limit) {
        seed = seed * 1_103_515_245 + 12_345;
        return (seed >>> 8) % limit;
    }
}
