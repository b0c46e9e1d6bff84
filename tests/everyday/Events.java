// A bus with listeners that are lambdas: a listener that leaves during a call makes the next one be skipped.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

public class Events {
    static class Bus {
        private final Map<String, List<Consumer<String>>> listeners = new LinkedHashMap<>();

        void listen(String topic, Consumer<String> listener) {
            listeners.computeIfAbsent(topic, t -> new ArrayList<>()).add(listener);
        }

        void leave(String topic, Consumer<String> listener) {
            listeners.getOrDefault(topic, new ArrayList<>()).remove(listener);
        }

        int publish(String topic, String message) {
            List<Consumer<String>> all = listeners.getOrDefault(topic, List.of()); // BUG
            // GOOD: List<Consumer<String>> all = List.copyOf(listeners.getOrDefault(topic, List.of()));
            int told = 0;
            for (int i = 0; i < all.size(); i++) {
                all.get(i).accept(message);
                told++;
            }
            return told;
        }
    }

    static class Once implements Consumer<String> {
        private final Bus bus;
        private final List<String> log;

        Once(Bus bus, List<String> log) {
            this.bus = bus;
            this.log = log;
        }

        @Override
        public void accept(String message) {
            log.add("once " + message);
            bus.leave("news", this);
        }
    }

    public static void main(String[] args) {
        Bus bus = new Bus();
        List<String> log = new ArrayList<>();
        bus.listen("news", new Once(bus, log));
        bus.listen("news", message -> log.add("mail " + message));
        int told = bus.publish("news", "rain");
        told += bus.publish("news", "sun");
        System.out.println(told + " " + log);
    }
}
