package orders;

import java.math.BigDecimal;

public class OrderService {
    private final Customers customers;
    private final Mailer mailer;
    private final Journal journal;
    private final Pricing pricing = new Pricing();

    public OrderService(Customers customers, Mailer mailer, Journal journal) {
        this.customers = customers;
        this.mailer = mailer;
        this.journal = journal;
    }

    public BigDecimal checkout(Order order) {
        Customers.Customer customer = customers.find(order.getCustomer())
            .orElseThrow(() -> new IllegalArgumentException("no customer " + order.getCustomer()));
        BigDecimal net = pricing.net(order);
        BigDecimal reduced = net.subtract(pricing.discount(net, customer.yearsWithUs()));
        BigDecimal total = reduced
            .add(pricing.tax(reduced, customer.country()))
            .add(pricing.shipping(reduced, customer.country()));
        order.setStatus(Order.Status.PAID);
        journal.note(total);
        mailer.send(customer.name(), "You paid " + total);
        return total;
    }
}
