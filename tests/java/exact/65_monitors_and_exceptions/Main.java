public class Main {
    static int count;

    static int locked(Object lock, int n) {
        synchronized (lock) {
            count = n;
            check(n);
            count = n + 1;
        }
        return count;
    }

    static void check(int n) {
        if (n > 1) {
            throw new IllegalArgumentException("big");
        }
    }

    public static void main(String[] args) {
        Object lock = new Object();
        System.out.println(locked(lock, 1));
        try {
            locked(lock, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + count);
        }
    }
}
