public class Main {
    private int value;
    private static int total;

    synchronized int add(int n) {
        value += n;
        count();
        return value;
    }

    static synchronized void count() {
        total++;
    }

    int fail(Object lock) {
        synchronized (lock) {
            value = 100;
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.add(2);
        try {
            main.fail(main);
        } catch (IllegalStateException e) {
            main.add(3);
        }
        System.out.println(main.value + " " + total);
    }
}
