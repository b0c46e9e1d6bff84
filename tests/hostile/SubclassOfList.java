// A subclass of a list of the library keeps a count of its own wrongly.
import java.util.ArrayList;

public class SubclassOfList {
    static class Tracked extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        int removed;

        @Override
        public String remove(int index) {
            removed += index; // BUG
            // GOOD: removed++;
            return super.remove(index);
        }
    }

    static int drain(Tracked list) {
        while (list.size() > 1) {
            list.remove(list.size() - 1);
        }
        return list.removed;
    }

    public static void main(String[] args) {
        Tracked list = new Tracked();
        for (String s : new String[] {"a", "b", "c"}) {
            list.add(s);
        }
        System.out.println(drain(list));
    }
}
