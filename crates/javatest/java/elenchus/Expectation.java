package elenchus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a call should come to, as a corrected version does or as somebody said. */
interface Expectation {
    /** What is said when two versions do not differ in a call. */
    String SAME = "same";

    /** Both outcomes of a plan. */
    record Outcomes(Outcome here, Outcome there, List<Difference> differences) {
        /** Whether the same values differ in both. */
        boolean isLike(Outcomes other) {
            boolean same = differences.size() == other.differences.size();
            for (int place = 0; same && place < differences.size(); place++) {
                Difference ours = differences.get(place);
                Difference theirs = other.differences.get(place);
                same = ours.isLike(theirs)
                        && Alike.are(ours.here(), theirs.here())
                        && Alike.are(ours.there(), theirs.there());
            }
            return same && (!differences.isEmpty() || Alike.are(there.returned(), other.there.returned()));
        }
    }

    /** What comes out of a plan, on the recorded code and as it should. */
    Outcomes outcomes(Plan plan) throws Cannot;

    /** Whether a plan shows the same kind of difference as the recorded call. */
    boolean shows(Plan plan);

    /** As a corrected version does. */
    final class Version implements Expectation {
        private final Outcomes first;
        private final Supplier<World> recorded;
        private final Supplier<World> corrected;

        Version(Outcome was, Outcome is, Supplier<World> recorded, Supplier<World> corrected) throws Cannot {
            first = compared(was, is);
            this.recorded = recorded;
            this.corrected = corrected;
            if (first.differences.isEmpty() && was.threw() == null && is.threw() == null) {
                throw new Cannot(SAME);
            }
        }

        private static Outcomes compared(Outcome here, Outcome there) {
            boolean ended = here.threw() == null && there.threw() == null;
            return new Outcomes(here, there, ended ? Difference.between(here, there) : List.of());
        }

        @Override
        public Outcomes outcomes(Plan plan) throws Cannot {
            return compared(plan.run(recorded.get()), plan.run(corrected.get()));
        }

        @Override
        public boolean shows(Plan plan) {
            try {
                Outcomes now = outcomes(plan);
                if (!named(now.here.threw()).equals(named(first.here.threw()))
                        || !named(now.there.threw()).equals(named(first.there.threw()))) {
                    return false;
                }
                if (first.differences.isEmpty()) {
                    return said(now.here.threw()).equals(said(now.there.threw())) == said(first.here.threw()).equals(said(first.there.threw()));
                }
                return !now.differences.isEmpty() && now.differences.get(0).isLike(first.differences.get(0));
            } catch (Cannot cannot) {
                return false;
            }
        }

        private static String named(Throwable thrown) {
            return thrown == null ? "" : thrown.getClass().getName();
        }

        private static String said(Throwable thrown) {
            return thrown == null ? "" : named(thrown) + ": " + thrown.getMessage();
        }
    }

    /** As somebody said about parts of what came out. */
    final class Said implements Expectation {
        private final Map<String, String> should;
        private final List<String> parameters;
        private final Supplier<World> recorded;
        private final List<Object> actual;

        Said(Outcome was, Map<String, String> should, List<String> parameters, Supplier<World> recorded) throws Cannot {
            this.should = new LinkedHashMap<>(should);
            this.parameters = parameters;
            this.recorded = recorded;
            if (should.isEmpty()) {
                throw new Cannot("nobody has said what should come out: answer `n returned = 12` or the like, or name a corrected version by --with");
            }
            actual = held(differences(was));
        }

        private static List<Object> held(List<Difference> differences) {
            List<Object> held = new ArrayList<>();
            differences.forEach(difference -> held.add(difference.here()));
            return held;
        }

        private List<Difference> differences(Outcome outcome) throws Cannot {
            if (outcome.threw() != null) {
                return List.of();
            }
            List<Difference> differences = new ArrayList<>();
            for (Map.Entry<String, String> part : should.entrySet()) {
                differences.add(Wanted.difference(outcome, part.getKey(), part.getValue(), parameters));
            }
            return differences;
        }

        @Override
        public Outcomes outcomes(Plan plan) throws Cannot {
            Outcome here = plan.run(recorded.get());
            // What should come out is known in part only; a call that threw should have returned.
            Outcome there = new Outcome(here.returned(), null, here.receiver(), here.arguments(), here.printed());
            return new Outcomes(here, there, differences(here));
        }

        @Override
        public boolean shows(Plan plan) {
            try {
                // Nobody knows what should come out of another state, so the same must come out.
                List<Object> now = held(outcomes(plan).differences);
                boolean same = now.size() == actual.size();
                for (int place = 0; same && place < now.size(); place++) {
                    same = Alike.are(now.get(place), actual.get(place));
                }
                return same;
            } catch (Cannot cannot) {
                return false;
            }
        }
    }
}
