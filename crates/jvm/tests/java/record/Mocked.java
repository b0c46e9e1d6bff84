import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import org.mockito.MockedStatic;

/** Mocks a final class, a static method, a collection: each has its bytecode changed by another agent while it is in use. */
public class Mocked {
    static final class Service {
        private int calls;

        int answer(int question) {
            calls++;
            return question + 1;
        }
    }

    static class Client {
        private final Service service;

        Client(Service service) { this.service = service; }

        int ask(int question) { return 2 * service.answer(question); }
    }

    static String name() { return "real"; }

    static void keep(List<String> list, String text) { list.add(text); }

    /** A mock of an interface has a class of its own, whose initialiser names the record before there is one. */
    interface Store {
        Entry find(String key);

        void put(Entry entry);
    }

    record Entry(String key, int value) {}

    static int sum(Store store, Entry entry) {
        store.put(entry);
        return store.find("a").value() + entry.value();
    }

    public static void main(String[] args) {
        Store store = mock(Store.class);
        when(store.find("a")).thenReturn(new Entry("a", 3));
        System.out.println(sum(store, new Entry("b", 4)));
        Service real = new Service();
        System.out.println(new Client(real).ask(1));
        Service mock = mock(Service.class);
        when(mock.answer(3)).thenReturn(40);
        System.out.println(new Client(mock).ask(3) + " " + new Client(mock).ask(4));
        verify(mock).answer(3);
        Service spied = spy(real);
        doReturn(7).when(spied).answer(5);
        System.out.println(spied.answer(5) + " " + spied.answer(6) + " " + spied.calls + " " + real.calls);
        try (MockedStatic<Mocked> mocked = mockStatic(Mocked.class)) {
            mocked.when(Mocked::name).thenReturn("mocked");
            System.out.println(name());
        }
        List<String> list = spy(new ArrayList<>(List.of("a")));
        list.add("b");
        verify(list).add("b");
        System.out.println(list + " " + name() + " " + new Client(real).ask(2) + " " + real.calls);
        keep(new ArrayList<>(), "c");
        System.out.println(mock.getClass() + " " + mockingDetails(mock).isMock());
    }
}
