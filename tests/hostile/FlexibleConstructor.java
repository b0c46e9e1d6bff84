// A check before super() lets a wrong value pass.
// Java 25
public class FlexibleConstructor {
    static class Base {
        final int size;

        Base(int size) {
            this.size = size;
        }
    }

    static class Checked extends Base {
        Checked(int size) {
            if (size < 0) {
                size = -size;
            } else if (size > 10) {
                size = 1; // BUG
                // GOOD: size = 10;
            }
            super(size);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Checked(-4).size + new Checked(50).size);
    }
}
