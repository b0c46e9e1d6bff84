// Inner classes inside of inner classes capture variables, parameters and the objects around them.
import java.util.ArrayList;
import java.util.List;

public class InnerCaptures {
    interface Step {
        int go(int from);
    }

    private int factor = 2;

    List<Step> steps(int offset) {
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            final int turn = i;
            class Turned implements Step {
                private final int own = turn * factor;

                class Twice implements Step {
                    @Override
                    public int go(int from) {
                        return Turned.this.go(Turned.this.go(from));
                    }
                }

                @Override
                public int go(int from) {
                    return from + own + turn; // BUG
                    // GOOD: return from + own + offset;
                }
            }
            Turned turned = new Turned();
            factor++;
            steps.add(turn == 2 ? turned.new Twice() : turned);
        }
        return steps;
    }

    int walk(int from, int offset) {
        int at = from;
        for (Step step : steps(offset)) {
            at = step.go(at);
        }
        return at;
    }

    public static void main(String[] args) {
        System.out.println(new InnerCaptures().walk(1, 10));
    }
}
