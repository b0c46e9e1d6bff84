// A statement is missing: the routine that lacks it is to be found.
public class MissingStatement {
    private int used;
    private final int[] slots = new int[4];

    void push(int n) {
        slots[used++] = n;
    }

    int pop() {
        int value = slots[used - 1]; // BUG here
        // GOOD: used--;
        return value;
    }

    int both() {
        return pop() * 10 + pop();
    }

    public static void main(String[] args) {
        MissingStatement stack = new MissingStatement();
        stack.push(3);
        stack.push(4);
        System.out.println(stack.both());
    }
}
