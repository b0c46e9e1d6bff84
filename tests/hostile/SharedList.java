// A list is shared where it should be copied.
import java.util.ArrayList;
import java.util.List;

public class SharedList {
    static class Team {
        private final List<String> members;

        Team(List<String> members) {
            this.members = members; // BUG
            // GOOD: this.members = new ArrayList<>(members);
        }

        void add(String name) {
            members.add(name);
        }

        int size() {
            return members.size();
        }
    }

    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        Team one = new Team(names);
        Team two = new Team(names);
        one.add("c");
        System.out.println(two.size());
    }
}
