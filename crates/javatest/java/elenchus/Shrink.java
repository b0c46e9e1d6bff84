package elenchus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes the state of a test smaller, as long as the test shows the same. */
final class Shrink {
    /** How often the call may be tried. */
    private static final int MOST_TRIALS = 120;

    private final Plan plan;
    private final Expectation wanted;
    private int trials;

    private Shrink(Plan plan, Expectation wanted) {
        this.plan = plan;
        this.wanted = wanted;
    }

    static void shrink(Plan plan, Expectation wanted, long deadline) throws Cannot {
        Shrink shrink = new Shrink(plan, wanted);
        boolean smaller = true;
        while (smaller && shrink.trials < MOST_TRIALS && System.nanoTime() < deadline) {
            smaller = false;
            for (Made made : Made.all(plan.roots())) {
                for (List<?> optional : made.optional()) {
                    smaller |= shrink.leaveOut(optional, wanted::shows);
                }
            }
            Expectation.Outcomes now = wanted.outcomes(plan);
            Predicate<Plan> comesOutTheSame = smallerPlan -> wanted.shows(smallerPlan) && shrink.isSame(now);
            smaller |= shrink.leaveOut(plan.statics, comesOutTheSame);
            for (Made made : Made.all(plan.roots())) {
                smaller |= shrink.leaveOut(made.steps(), comesOutTheSame);
            }
        }
    }

    private boolean isSame(Expectation.Outcomes before) {
        try {
            return wanted.outcomes(plan).isLike(before);
        } catch (Cannot cannot) {
            return false;
        }
    }

    /** Leaves out pieces of a list, large ones first. */
    private <T> boolean leaveOut(List<T> list, Predicate<Plan> isEnough) {
        boolean smaller = false;
        for (int size = Math.max(1, list.size() / 2); size > 0 && !list.isEmpty(); size /= 2) {
            for (int from = list.size() - size; from >= 0 && trials < MOST_TRIALS; from -= size) {
                List<T> piece = list.subList(from, Math.min(from + size, list.size()));
                List<T> kept = new ArrayList<>(piece);
                piece.clear();
                trials++;
                if (isEnough.test(plan)) {
                    smaller = true;
                } else {
                    list.addAll(from, kept);
                }
            }
        }
        return smaller;
    }
}
