package orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

@ExtendWith(MockitoExtension.class)
class OrderServiceTest {
    @Mock Customers customers;
    @Mock Mailer mailer;
    final List<Object> noted = new ArrayList<>();
    OrderService service;

    @BeforeEach
    void wire() {
        when(customers.find(anyString())).thenReturn(Optional.of(new Customers.Customer("Ada", 5, "de")));
        Object journal = Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> noted.add(arguments[0]) ? null : null);
        service = new OrderService(customers, mailer, (Journal) journal);
    }

    @Test
    void fiveYearsAreRewarded() {
        Order order = new Order("Ada")
            .with(new Item("pen", 10, new BigDecimal("2.50")))
            .with(new Item("ink", 2, new BigDecimal("12.50")));
        assertEquals(new BigDecimal("58.4500"), service.checkout(order));
        verify(mailer).send("Ada", "You paid 58.4500");
    }

    @Test
    void statusIsPaid() {
        Order order = new Order("Ada").with(new Item("pen", 1, new BigDecimal("2.50")));
        service.checkout(order);
        assertEquals(Order.Status.PAID, order.getStatus());
    }
}
