// A lambda captures the wrong variable.
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

public class CapturedVariable {
    static List<IntSupplier> suppliers(int count) {
        List<IntSupplier> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int captured = count; // BUG
            // GOOD: int captured = i;
            all.add(() -> captured * captured);
        }
        return all;
    }

    static int sum(List<IntSupplier> suppliers) {
        int sum = 0;
        for (IntSupplier supplier : suppliers) {
            sum += supplier.getAsInt();
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(suppliers(3)));
    }
}
