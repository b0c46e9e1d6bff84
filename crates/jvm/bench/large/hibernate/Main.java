package app;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Stores some objects and asks for them. */
public class Main {
    @Entity(name = "Shop")
    public static class Shop {
        @Id
        @GeneratedValue
        Long id;
        String name;
    }

    @Entity(name = "Item")
    public static class Item {
        @Id
        @GeneratedValue
        Long id;
        String name;
        int cents;
        @ManyToOne
        Shop shop;
    }

    public static void main(String[] args) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Shop.class)
                .addAnnotatedClass(Item.class)
                .setProperty("hibernate.connection.url", "jdbc:h2:mem:shop")
                .setProperty("hibernate.hbm2ddl.auto", "create");
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            factory.inTransaction(session -> {
                Shop shop = new Shop();
                shop.name = "corner";
                session.persist(shop);
                for (int i = 0; i < 50; i++) {
                    Item item = new Item();
                    item.name = "item " + i;
                    item.cents = 10 * i;
                    item.shop = shop;
                    session.persist(item);
                }
            });
            factory.inTransaction(session -> {
                List<Item> dear = session
                        .createQuery("from Item i join fetch i.shop where i.cents > :least order by i.cents desc", Item.class)
                        .setParameter("least", 400)
                        .list();
                dear.forEach(item -> System.out.println(item.name + " " + item.shop.name));
                Object sum = session.createQuery("select sum(i.cents) from Item i", Long.class).getSingleResult();
                System.out.println(sum);
            });
        }
    }
}
