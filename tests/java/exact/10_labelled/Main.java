public class Main {
    static String find(int[][] grid, int wanted) {
        String seen = "";
        rows:
        for (int r = 0; r < grid.length; r++) {
            for (int c = 0; c < grid[r].length; c++) {
                if (grid[r][c] < 0) {
                    continue rows;
                }
                seen += grid[r][c];
                if (grid[r][c] == wanted) {
                    break rows;
                }
            }
            seen += "|";
        }
        return seen;
    }

    public static void main(String[] args) {
        int[][] grid = {{1}, {-1, 9}, {2, 3}};
        System.out.println(find(grid, 2));
    }
}
