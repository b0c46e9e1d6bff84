// The corrected version differs in two places, and one of them does not matter.
public class TwoChanges {
    static int area(int width, int height) {
        int area = 0; // OLD
        // GOOD: int area = width * height;
        area = height * width;
        return area;
    }

    static int price(int area) {
        return area * 3 + 1; // BUG
        // GOOD: return area * 3;
    }

    public static void main(String[] args) {
        System.out.println(price(area(2, 5)));
    }
}
