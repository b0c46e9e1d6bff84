// An instance initialiser block fills a table wrongly.
public class InitialiserBlock {
    static class Board {
        final int[] cells = new int[9];

        {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = i % 2; // BUG
                // GOOD: cells[i] = i % 3;
            }
        }

        int sum() {
            int sum = 0;
            for (int cell : cells) {
                sum += cell;
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Board().sum());
    }
}
