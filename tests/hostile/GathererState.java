// A gatherer of a stream keeps state between elements and forgets to put it back.
// Java 25
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherer;

public class GathererState {
    static final class Run {
        int last;
        int length;

        boolean take(int number) {
            boolean isSame = length > 0 && number == last;
            length = isSame ? length + 1 : length; // BUG
            // GOOD: length = isSame ? length + 1 : 1;
            last = number;
            return isSame;
        }
    }

    static Gatherer<Integer, Run, Integer> runs() {
        return Gatherer.ofSequential(Run::new, (run, number, down) -> {
            if (run.length == 0) {
                run.length = 1;
                run.last = number;
                return true;
            }
            int before = run.length;
            return run.take(number) || down.push(before);
        }, (run, down) -> down.push(run.length));
    }

    static int longest(List<Integer> numbers) {
        int longest = 0;
        for (int length : new ArrayList<>(numbers.stream().gather(runs()).toList())) {
            longest = Math.max(longest, length);
        }
        return longest;
    }

    public static void main(String[] args) {
        System.out.println(longest(List.of(1, 1, 2, 3, 3, 3, 4)));
    }
}
