public class Main {
    static int skip(int limit) {
        int sum = 0;
        int n = 0;
        do {
            n++;
            if (n == 2) {
                continue;
            }
            sum += n;
        } while (n < limit);
        while (n > 0) {
            n -= 2;
            if (n == 1)
                continue;
            sum += 100;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(skip(3));
    }
}
