package till;

/** Settings that all share, made when they are first needed. */
public class Settings {
    private static Settings only;

    private final int rounding;

    private Settings(int rounding) {
        this.rounding = rounding;
    }

    public static Settings get() {
        if (only == null) {
            only = read();
        }
        return only;
    }

    private static Settings read() {
        return new Settings(10);
    }

    public int round(int amount) {
        return (amount + rounding / 2) / rounding * rounding;
    }
}
