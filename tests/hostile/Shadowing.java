// A local shadows the field that should be set.
public class Shadowing {
    private int total;

    void add(int n) {
        int total = this.total + n; // BUG
        // GOOD: total = this.total + n;
    }

    int total() {
        return total;
    }

    public static void main(String[] args) {
        Shadowing sum = new Shadowing();
        sum.add(2);
        sum.add(3);
        System.out.println(sum.total());
    }
}
