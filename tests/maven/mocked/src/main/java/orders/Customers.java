package orders;

import java.util.Optional;

public interface Customers {
    Optional<Customer> find(String name);

    record Customer(String name, int yearsWithUs, String country) {}
}
