// Labelled jumps out of switches inside of nested loops; one of them goes to the wrong loop.
public class LabelledSwitch {
    static int score(String[] rows) {
        int score = 0;
        rows:
        for (String row : rows) {
            columns:
            for (int at = 0; at < row.length(); at++) {
                switch (row.charAt(at)) {
                    case '#':
                        continue rows;
                    case '!':
                        break rows;
                    case '.':
                        break columns; // BUG
                        // GOOD: continue columns;
                    default:
                        score += weight(row.charAt(at));
                }
            }
        }
        return score;
    }

    static int weight(char letter) {
        return letter - 'a' + 1;
    }

    public static void main(String[] args) {
        System.out.println(score(new String[] {"ab#z", "c.d", "e!f", "g"}));
    }
}
