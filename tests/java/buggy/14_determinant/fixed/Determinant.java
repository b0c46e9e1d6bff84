/** Determinants by expansion along the first row. */
public class Determinant {
    static long of(int[][] matrix) {
        if (matrix.length == 1) {
            return matrix[0][0];
        }
        long sum = 0;
        int sign = 1;
        for (int column = 0; column < matrix.length; column++) {
            sum += sign * matrix[0][column] * of(minor(matrix, column));
            sign = -sign;
        }
        return sum;
    }

    static int[][] minor(int[][] matrix, int without) {
        int size = matrix.length - 1;
        int[][] minor = new int[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                minor[row][column] = matrix[row + 1][column < without ? column : column + 1];
            }
        }
        return minor;
    }

    public static void main(String[] args) {
        int[][] small = {{3, 8}, {4, 6}};
        int[][] large = {{6, 1, 1}, {4, -2, 5}, {2, 8, 7}};
        System.out.println(of(small));
        System.out.println(of(large));
    }
}
