/** Fills a matrix with ones and adds them up: after Figure 1 of the paper on tree compression and loop expansion. */
public class SumMatrix {
    public static void main(String[] args) {
        int result = 0;
        int numRows = 3;
        int numColumns = 3;
        Matrix m = new Matrix(numRows, numColumns);
        for (int i = 0; i < numRows; i++)
            for (int j = 0; j < numColumns; j++)
                result += m.position(i, j);
        System.out.println(result);
    }
}

class Matrix {
    private int numRows;
    private int numColumns;
    private int[][] matrix;

    public Matrix(int numRows, int numColumns) {
        this.numRows = numRows;
        this.numColumns = numColumns;
        this.matrix = new int[numRows][numColumns];
        for (int i = 0; i < numRows; i++)
            for (int j = 1; j < numColumns; j++)
                this.matrix[i][j] = 1;
    }

    public int position(int numRows, int numColumns) {
        return matrix[numRows][numColumns];
    }
}
