public class Main {
    static int add(int a, int b) {
        return a + b;
    }

    static int choose(int n) {
        int result = 0;
        if (n > 2) {
            result = add(n, 1);
        } else {
            result = add(n, -1);
        }
        return result;
    }

    public static void main(String[] args) {
        int x = choose(3);
        int y = choose(x - 3);
        System.out.println(x + " " + y);
    }
}
