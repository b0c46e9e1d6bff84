// A listener is told of the old value.
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

public class Observer {
    private final List<IntConsumer> listeners = new ArrayList<>();
    private int value;

    void listen(IntConsumer listener) {
        listeners.add(listener);
    }

    void set(int value) {
        int old = this.value;
        this.value = value;
        for (IntConsumer listener : listeners) {
            listener.accept(old); // BUG
            // GOOD: listener.accept(value);
        }
    }

    public static void main(String[] args) {
        Observer observer = new Observer();
        int[] seen = new int[1];
        observer.listen(n -> seen[0] += n);
        observer.set(4);
        observer.set(5);
        System.out.println(seen[0]);
    }
}
