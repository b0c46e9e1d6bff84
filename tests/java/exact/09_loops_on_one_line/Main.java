public class Main {
    static int f(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        int a = 0;
        for (int i = 0; i < 2; i++) a = f(a); for (int j = 0; j < 1; j++) a += 10;
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) a += i * j;
        while (a > 12) a--;
        do a++; while (a < 14);
        System.out.println(a);
    }
}
