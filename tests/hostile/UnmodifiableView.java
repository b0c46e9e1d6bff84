// A view is handed out where a copy was meant, and changes later.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class UnmodifiableView {
    private final List<Integer> values = new ArrayList<>();

    void add(int n) {
        values.add(n);
    }

    List<Integer> snapshot() {
        return Collections.unmodifiableList(values); // BUG
        // GOOD: return List.copyOf(values);
    }

    public static void main(String[] args) {
        UnmodifiableView box = new UnmodifiableView();
        box.add(1);
        List<Integer> before = box.snapshot();
        box.add(2);
        System.out.println(before.size());
    }
}
