public class Main {
    static int cells(int rows, int columns) {
        int cells = 0;
        for (int r = 0; r < rows; r++) {
            int c = 0;
            while (c < columns) {
                c++;
                cells++;
            }
            cells += 10;
        }
        return cells;
    }

    public static void main(String[] args) {
        System.out.println(cells(2, 2));
        System.out.println(cells(1, 0));
    }
}
