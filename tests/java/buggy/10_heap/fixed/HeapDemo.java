import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A binary heap for any type. */
public class HeapDemo {
    static <T> List<T> drain(Heap<T> heap) {
        List<T> out = new ArrayList<>();
        while (!heap.isEmpty()) {
            out.add(heap.remove());
        }
        return out;
    }

    public static void main(String[] args) {
        Heap<Integer> numbers = new Heap<>(Comparator.naturalOrder());
        for (int n : new int[] {7, 2, 9, 4, 1, 3}) {
            numbers.add(n);
        }
        System.out.println(drain(numbers));
        Heap<String> words = new Heap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        for (String word : "the heap keeps the smallest word on top".split(" ")) {
            words.add(word);
        }
        System.out.println(drain(words));
    }
}

class Heap<T> {
    private final List<T> items = new ArrayList<>();
    private final Comparator<? super T> order;

    Heap(Comparator<? super T> order) {
        this.order = order;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    void add(T item) {
        items.add(item);
        siftUp(items.size() - 1);
    }

    T remove() {
        T top = items.get(0);
        T last = items.remove(items.size() - 1);
        if (!items.isEmpty()) {
            items.set(0, last);
            siftDown(0);
        }
        return top;
    }

    private void siftUp(int index) {
        while (index > 0) {
            int parent = (index - 1) / 2;
            if (!less(index, parent)) {
                return;
            }
            swap(index, parent);
            index = parent;
        }
    }

    private void siftDown(int index) {
        while (true) {
            int smallest = index;
            for (int child = 2 * index + 1; child <= 2 * index + 2 && child < items.size(); child++) {
                if (less(child, smallest)) {
                    smallest = child;
                }
            }
            if (smallest == index) {
                return;
            }
            swap(index, smallest);
            index = smallest;
        }
    }

    private boolean less(int a, int b) {
        return order.compare(items.get(a), items.get(b)) < 0;
    }

    private void swap(int a, int b) {
        T kept = items.get(a);
        items.set(a, items.get(b));
        items.set(b, kept);
    }
}
