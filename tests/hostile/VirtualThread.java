// A virtual thread computes something wrong.
// Java 21
public class VirtualThread {
    static class Result {
        volatile int value;
    }

    static int work(int n) {
        return n * n - 1; // BUG
        // GOOD: return n * n;
    }

    static Thread start(Result result, int n) {
        return Thread.ofVirtual().start(() -> result.value = work(n));
    }

    public static void main(String[] args) throws Exception {
        Result result = new Result();
        start(result, 5).join();
        System.out.println(result.value);
    }
}
