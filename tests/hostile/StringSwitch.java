// A case label of a switch on strings is wrong.
public class StringSwitch {
    static int level(String word) {
        switch (word) { // BUG here
            case "low":
                return 1;
            case "mid": // BUG
            // GOOD: case "middle":
                return 2;
            case "high":
                return 3;
            default:
                return 0;
        }
    }

    static int highest(String... words) {
        int highest = 0;
        for (String word : words) {
            highest = Math.max(highest, level(word));
        }
        return highest;
    }

    public static void main(String[] args) {
        System.out.println(highest("low", "middle"));
    }
}
