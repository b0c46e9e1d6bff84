public class Main {
    static int left = 2;

    static boolean more() {
        return left > 0;
    }

    static int drain() {
        int taken = 0;
        while (more()) {
            left--;
            taken++;
        }
        return taken;
    }

    public static void main(String[] args) {
        System.out.println(drain());
    }
}
