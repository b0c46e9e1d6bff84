// One iteration of an inner loop of many is wrong.
public class NestedLoops {
    static int[][] table(int size) {
        int[][] table = new int[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                table[i][j] = i == 7 && j == 5 ? 0 : i * j; // BUG
                // GOOD: table[i][j] = i * j;
            }
        }
        return table;
    }

    static long sum(int[][] table) {
        long sum = 0;
        for (int[] row : table) {
            for (int cell : row) {
                sum += cell;
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(sum(table(10)));
    }
}
