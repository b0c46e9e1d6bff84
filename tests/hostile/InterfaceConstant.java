// A constant of an interface is computed wrongly when it is first used.
public class InterfaceConstant {
    interface Config {
        int[] LIMITS = limits();

        static int[] limits() {
            return new int[] {1, 10, 10}; // BUG
            // GOOD: return new int[] {1, 10, 100};
        }
    }

    static int clamp(int value, int level) {
        return Math.min(value, Config.LIMITS[level]);
    }

    public static void main(String[] args) {
        System.out.println(clamp(50, 1));
        System.out.println(clamp(50, 2));
    }
}
