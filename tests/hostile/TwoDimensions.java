// Rows and columns of a matrix are mixed up.
public class TwoDimensions {
    static int[][] transpose(int[][] matrix) {
        int[][] result = new int[matrix[0].length][matrix.length];
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column < matrix[0].length; column++) {
                result[column][row] = matrix[row][matrix[0].length - 1 - column]; // BUG
                // GOOD: result[column][row] = matrix[row][column];
            }
        }
        return result;
    }

    static int corner(int[][] matrix) {
        return matrix[0][matrix[0].length - 1];
    }

    public static void main(String[] args) {
        System.out.println(corner(transpose(new int[][] {{1, 2, 3}, {4, 5, 6}})));
    }
}
