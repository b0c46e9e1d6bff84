public class Main {
    abstract static class Account {
        protected int balance;

        void deposit(int amount) {
            balance += amount - fee(amount);
        }

        abstract int fee(int amount);
    }

    static class Basic extends Account {
        int fee(int amount) {
            return 1;
        }
    }

    static class Premium extends Basic {
        @Override
        int fee(int amount) {
            return amount > 100 ? 0 : super.fee(amount) + 1;
        }

        @Override
        void deposit(int amount) {
            super.deposit(amount);
            balance++;
        }
    }

    public static void main(String[] args) {
        Account[] accounts = {new Basic(), new Premium()};
        for (Account account : accounts) {
            account.deposit(50);
        }
        System.out.println(accounts[0].balance + " " + accounts[1].balance);
    }
}
