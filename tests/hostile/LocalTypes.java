// A local record, enum and interface of a method; the bug is in the record's own method.
// Java 17
import java.util.ArrayList;
import java.util.List;

public class LocalTypes {
    static int cheapest(int[] weights) {
        enum Size { SMALL, LARGE }
        interface Priced {
            int price();
        }
        record Parcel(int weight, Size size) implements Priced {
            public int price() {
                return size == Size.SMALL ? weight * 3 : weight * 2; // BUG
                // GOOD: return size == Size.SMALL ? weight * 2 : weight * 3;
            }
        }
        List<Priced> parcels = new ArrayList<>();
        for (int weight : weights) {
            parcels.add(new Parcel(weight, weight > 5 ? Size.LARGE : Size.SMALL));
        }
        int least = Integer.MAX_VALUE;
        for (Priced parcel : parcels) {
            least = Math.min(least, parcel.price());
        }
        return least;
    }

    public static void main(String[] args) {
        System.out.println(cheapest(new int[] {4, 9, 3}));
    }
}
