import java.util.ArrayList;
import java.util.List;

/** Sorts a list by merging sorted halves, recursively as in Haskell: after Example 1.1 of the paper on Divide and Query. */
public class MergeSort {
    public static void main(String[] args) {
        System.out.println(mergeSort(List.of(2, 1, 3)));
    }

    static List<Integer> mergeSort(List<Integer> list) {
        if (list.size() <= 1) {
            return list;
        }
        int half = list.size() / 2;
        List<Integer> left = mergeSort(list.subList(0, half));
        List<Integer> right = mergeSort(list.subList(half, list.size()));
        return merge(left, right);
    }

    static List<Integer> merge(List<Integer> left, List<Integer> right) {
        if (left.isEmpty()) {
            return right;
        }
        if (right.isEmpty()) {
            return left;
        }
        int x = left.get(0);
        int y = right.get(0);
        if (x <= y) {
            return prepend(x, merge(tail(left), right));
        } else {
            return merge(left, tail(right));
        }
    }

    static List<Integer> tail(List<Integer> list) {
        return list.subList(1, list.size());
    }

    static List<Integer> prepend(int first, List<Integer> rest) {
        List<Integer> result = new ArrayList<>();
        result.add(first);
        result.addAll(rest);
        return result;
    }
}
