// Images as arrays: a blur reads cells that it has already written.
import java.util.Arrays;

public class Matrices {
    static int[][] picture() {
        int[][] picture = new int[4][5];
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 5; x++) {
                picture[y][x] = (x * 7 + y * 3) % 10;
            }
        }
        picture[2][2] = 90;
        return picture;
    }

    static int[][] blur(int[][] picture) {
        int[][] out = picture; // BUG
        // GOOD: int[][] out = copy(picture);
        for (int y = 1; y < picture.length - 1; y++) {
            for (int x = 1; x < picture[y].length - 1; x++) {
                out[y][x] = mean(picture, x, y);
            }
        }
        return out;
    }

    static int[][] copy(int[][] picture) {
        int[][] copy = new int[picture.length][];
        for (int y = 0; y < picture.length; y++) {
            copy[y] = picture[y].clone();
        }
        return copy;
    }

    static int mean(int[][] picture, int x, int y) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                sum += picture[y + dy][x + dx];
            }
        }
        return sum / 9;
    }

    static int brightest(int[][] picture) {
        int max = 0;
        for (int[] row : picture) {
            for (int value : row) {
                max = Math.max(max, value);
            }
        }
        return max;
    }

    public static void main(String[] args) {
        int[][] picture = picture();
        int[][] soft = blur(picture);
        System.out.println(Arrays.toString(soft[2]) + " " + brightest(soft));
    }
}
