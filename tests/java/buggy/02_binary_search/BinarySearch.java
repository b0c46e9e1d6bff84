/** Finds numbers in a sorted array. */
public class BinarySearch {
    static int indexOf(int[] sorted, int wanted) {
        int low = 0;
        int high = sorted.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] == wanted) {
                return middle;
            }
            if (sorted[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    static String report(int[] sorted, int... wanted) {
        StringBuilder out = new StringBuilder();
        for (int number : wanted) {
            int index = indexOf(sorted, number);
            out.append(number).append(index < 0 ? " missing" : " at " + index).append('\n');
        }
        return out.toString();
    }

    public static void main(String[] args) {
        int[] primes = {2, 3, 5, 7, 11, 13, 17, 19};
        System.out.print(report(primes, 7, 19, 4, 2, 13));
    }
}
