/** One thing that a customer wants done. */
abstract class Task {
    abstract int minutes();

    /** Does it; false if the bank refuses. */
    abstract boolean execute(Ledger ledger);

    static final class Deposit extends Task {
        private final String account;
        private final long cents;

        Deposit(String account, long cents) {
            this.account = account;
            this.cents = cents;
        }

        @Override
        int minutes() {
            return 2;
        }

        @Override
        boolean execute(Ledger ledger) {
            ledger.deposit(account, cents);
            return true;
        }
    }

    static final class Withdrawal extends Task {
        private final String account;
        private final long cents;

        Withdrawal(String account, long cents) {
            this.account = account;
            this.cents = cents;
        }

        @Override
        int minutes() {
            return cents > 100_000 ? 5 : 3;
        }

        @Override
        boolean execute(Ledger ledger) {
            return ledger.withdraw(account, cents);
        }
    }

    static final class Transfer extends Task {
        private final String from;
        private final String to;
        private final long cents;

        Transfer(String from, String to, long cents) {
            this.from = from;
            this.to = to;
            this.cents = cents;
        }

        @Override
        int minutes() {
            return 4;
        }

        @Override
        boolean execute(Ledger ledger) {
            if (!ledger.withdraw(from, cents)) {
                return false;
            }
            ledger.deposit(to, cents);
            return true;
        }
    }

    static final class Question extends Task {
        private final int minutes;

        Question(int minutes) {
            this.minutes = minutes;
        }

        @Override
        int minutes() {
            return minutes;
        }

        @Override
        boolean execute(Ledger ledger) {
            return true;
        }
    }
}
