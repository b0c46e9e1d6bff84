public class Main {
    static volatile int sum;

    static int square(int n) {
        return n * n;
    }

    static void add(int n) {
        sum = sum + square(n);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Thread.ofVirtual().start(() -> add(3));
        first.join();
        Thread second = Thread.startVirtualThread(() -> add(4));
        second.join();
        System.out.println(sum);
    }
}
