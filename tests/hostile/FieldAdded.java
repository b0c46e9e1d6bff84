// The corrected version has one field more.
public class FieldAdded {
    static class Account {
        private int cents;
        // GOOD: private int limit = 1000;
        private String owner;

        Account(String owner, int cents) {
            this.owner = owner;
            this.cents = cents;
        }

        boolean withdraw(int amount) {
            if (amount > cents) { // BUG
            // GOOD: if (amount > cents + limit) {
                return false;
            }
            cents -= amount;
            return true;
        }

        int cents() {
            return cents;
        }
    }

    static String owner(Account account) {
        return account.owner;
    }

    public static void main(String[] args) {
        Account account = new Account("Ann", 500);
        System.out.println(owner(account) + account.withdraw(200));
        System.out.println(account.withdraw(700));
        System.out.println(account.cents());
    }
}
