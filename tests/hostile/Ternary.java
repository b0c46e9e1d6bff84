// A condition in a nested ternary is wrong.
public class Ternary {
    static String grade(int points) {
        return points > 90 ? "A" : points > 75 ? "B" : points >= 50 ? "C" : "D"; // BUG
        // GOOD: return points >= 90 ? "A" : points > 75 ? "B" : points >= 50 ? "C" : "D";
    }

    static String all(int[] points) {
        StringBuilder grades = new StringBuilder();
        for (int p : points) {
            grades.append(grade(p));
        }
        return grades.toString();
    }

    public static void main(String[] args) {
        System.out.println(all(new int[] {95, 80, 90, 20}));
    }
}
