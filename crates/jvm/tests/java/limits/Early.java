/** Runs code before super(), which compilers allow from version 25 on. */
public class Early {
    static class Base {
        Base(int n) {
            if (n > 9) {
                throw new IllegalArgumentException();
            }
        }
    }

    static class Derived extends Base {
        int sum;

        Derived(int n) {
            int total = 0;
            for (int i = 0; i < n; i++) {
                total += i;
            }
            try {
                if (n == 3) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                total = 5;
            }
            sum = total;
            super(total);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Derived(2).sum + " " + new Derived(3).sum);
        try {
            new Derived(5);
        } catch (IllegalArgumentException e) {
            System.out.println("refused");
        }
    }
}
