package app;

import base.Money;

/** What is to pay. */
public class Bill {
    private int sum;

    public Bill add(int cents) {
        if (cents < 0) {
            throw new IllegalArgumentException("less than nothing");
        }
        sum += Money.round(cents);
        return this;
    }

    public int sum() {
        return sum;
    }
}
