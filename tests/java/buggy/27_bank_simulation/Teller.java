/** Someone behind the counter. */
final class Teller {
    final int number;
    private final int percentOfTime;
    private Customer serving;
    private int busySince;
    private int busyMinutes;
    private int served;

    Teller(int number, int percentOfTime) {
        this.number = number;
        this.percentOfTime = percentOfTime;
    }

    boolean isFree() {
        return serving == null;
    }

    /** Begins to serve; gives the minutes that it will take this teller. */
    int begin(Customer customer, int now) {
        serving = customer;
        busySince = now;
        int minutes = customer.minutes() * percentOfTime / 100;
        return Math.max(1, minutes);
    }

    Customer end(int now) {
        Customer customer = serving;
        serving = null;
        busyMinutes += now - busySince;
        served++;
        return customer;
    }

    int busyMinutes() {
        return busyMinutes;
    }

    int served() {
        return served;
    }
}
