// An inner class changes its outer object wrongly.
public class InnerClass {
    private int balance = 100;

    class Booking {
        final int amount;

        Booking(int amount) {
            this.amount = amount;
        }

        void undo() {
            balance -= amount; // BUG
            // GOOD: balance += amount;
        }

        void book() {
            balance -= amount;
        }
    }

    int balance() {
        return balance;
    }

    public static void main(String[] args) {
        InnerClass account = new InnerClass();
        Booking booking = account.new Booking(30);
        booking.book();
        booking.undo();
        System.out.println(account.balance());
    }
}
