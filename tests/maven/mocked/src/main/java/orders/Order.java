package orders;

import java.util.ArrayList;
import java.util.List;

public class Order {
    enum Status { NEW, PAID, SHIPPED }

    private final String customer;
    private final List<Item> items = new ArrayList<>();
    private Status status = Status.NEW;

    public Order(String customer) {
        this.customer = customer;
    }

    public String getCustomer() { return customer; }
    public List<Item> getItems() { return items; }
    public Status getStatus() { return status; }
    public void setStatus(Status status) { this.status = status; }

    public Order with(Item item) {
        items.add(item);
        return this;
    }
}
