// A record pattern with unnamed parts takes the wrong one.
// Java 22
public class UnnamedPattern {
    record Pair(int left, int right) {}

    static int left(Object object) {
        return switch (object) {
            case Pair(_, int x) -> x; // BUG
            // GOOD: case Pair(int x, _) -> x;
            default -> 0;
        };
    }

    public static void main(String[] args) {
        int sum = 0;
        for (Object object : new Object[] {"no", new Pair(3, 4)}) {
            sum += left(object);
        }
        System.out.println(sum);
    }
}
