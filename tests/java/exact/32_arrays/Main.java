public class Main {
    static long[][] table(int rows) {
        long[][] table = new long[rows][2];
        for (int r = 0; r < rows; r++) {
            table[r][1] = r + 1;
            table[r][0] -= table[r][1]++;
        }
        return table;
    }

    static void swap(Object[] cells, int i, int j) {
        Object kept = cells[i];
        cells[i] = cells[j];
        cells[j] = kept;
    }

    public static void main(String[] args) {
        long[][] table = table(2);
        swap(table, 0, 1);
        table[0] = null;
        try {
            table[2] = new long[0];
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(table[1][1]);
        }
        try {
            swap(new Object[] {"a", 1}, 0, 7);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("no cell 7");
        }
    }
}
