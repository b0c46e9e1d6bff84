// A method found by reflection is wrong.
import java.lang.reflect.Method;

public class Reflection {
    public static int twice(int n) {
        return n + 2; // BUG
        // GOOD: return n + n;
    }

    public static int half(int n) {
        return n / 2;
    }

    static int call(String name, int n) throws Exception {
        Method method = Reflection.class.getMethod(name, int.class);
        return (Integer) method.invoke(null, n);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(call("half", call("twice", 7)));
    }
}
