public class Main {
    static int trail;

    @SuppressWarnings("finally")
    static int overrule() {
        try {
            return step(1);
        } finally {
            return step(2);
        }
    }

    static int keep(int n) {
        int value = n;
        try {
            value = 10 / n;
            return value;
        } finally {
            value = 99;
            step(3);
        }
    }

    static int step(int n) {
        trail = trail * 10 + n;
        return n;
    }

    public static void main(String[] args) {
        overrule();
        keep(5);
        try {
            keep(0);
        } catch (ArithmeticException e) {
            step(4);
        } finally {
            step(5);
        }
        System.out.println(trail);
    }
}
