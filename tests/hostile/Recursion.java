// A recursive search looks into the wrong half.
public class Recursion {
    static int find(int[] sorted, int wanted, int low, int high) {
        if (low > high) {
            return -1;
        }
        int middle = (low + high) / 2;
        if (sorted[middle] == wanted) {
            return middle;
        }
        if (sorted[middle] < wanted) {
            return find(sorted, wanted, middle + 1, high);
        }
        return find(sorted, wanted, low, middle - 2); // BUG
        // GOOD: return find(sorted, wanted, low, middle - 1);
    }

    public static void main(String[] args) {
        int[] numbers = {1, 3, 5, 7, 9, 11, 13, 15};
        System.out.println(find(numbers, 13, 0, 7));
        System.out.println(find(numbers, 5, 0, 7));
    }
}
