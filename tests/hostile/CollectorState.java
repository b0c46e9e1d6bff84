// A hand-written collector combines wrongly.
import java.util.List;
import java.util.stream.Collector;

public class CollectorState {
    static class Average {
        int sum;
        int count;

        void add(int n) {
            sum += n;
            count += n > 0 ? 1 : 0; // BUG
            // GOOD: count++;
        }

        Average join(Average other) {
            sum += other.sum;
            count += other.count;
            return this;
        }

        double get() {
            return (double) sum / count;
        }
    }

    static double average(List<Integer> numbers) {
        return numbers.stream().collect(Collector.of(
                Average::new, Average::add, Average::join, Average::get));
    }

    public static void main(String[] args) {
        System.out.println(average(List.of(4, 6)));
        System.out.println(average(List.of(4, -1)));
    }
}
