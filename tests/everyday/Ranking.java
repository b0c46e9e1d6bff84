// A league table sorted by a chain of comparators: goal difference is compared the wrong way round.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

public class Ranking {
    static class Team {
        final String name;
        int points;
        int scored;
        int conceded;

        Team(String name) {
            this.name = name;
        }

        void play(int own, int other) {
            scored += own;
            conceded += other;
            points += own > other ? 3 : own == other ? 1 : 0;
        }

        int difference() {
            return conceded - scored; // BUG
            // GOOD: return scored - conceded;
        }

        String name() {
            return name;
        }

        int points() {
            return points;
        }
    }

    private final List<Team> teams = new ArrayList<>();

    Team team(String name) {
        for (Team team : teams) {
            if (team.name.equals(name)) {
                return team;
            }
        }
        Team team = new Team(name);
        teams.add(team);
        return team;
    }

    void result(String home, String away, int h, int a) {
        team(home).play(h, a);
        team(away).play(a, h);
    }

    List<String> table() {
        Comparator<Team> order = Comparator.comparingInt(Team::points).thenComparingInt(Team::difference).reversed();
        return teams.stream().sorted(order.thenComparing(Team::name)).map(Team::name).collect(Collectors.toList());
    }

    public static void main(String[] args) {
        Ranking league = new Ranking();
        league.result("Reds", "Blues", 2, 1);
        league.result("Greens", "Blues", 5, 0);
        league.result("Reds", "Greens", 1, 1);
        System.out.println(league.table());
    }
}
