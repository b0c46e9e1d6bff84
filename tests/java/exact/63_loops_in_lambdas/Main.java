import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

public class Main {
    static List<IntSupplier> make(int count) {
        List<IntSupplier> made = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int times = i;
            made.add(() -> {
                int product = 1;
                for (int k = 0; k < times; k++) {
                    product *= 2;
                }
                return product;
            });
        }
        return made;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (IntSupplier supplier : make(2)) {
            sum += supplier.getAsInt();
        }
        System.out.println(sum);
    }
}
