// A handler behind a dynamic proxy answers wrongly.
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

public class Proxy {
    interface Calculator {
        int add(int a, int b);

        int sub(int a, int b);
    }

    static class Handler implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            int a = (Integer) args[0];
            int b = (Integer) args[1];
            if (method.getName().equals("add")) {
                return a + b;
            }
            return b - a; // BUG
            // GOOD: return a - b;
        }
    }

    static Calculator make() {
        return (Calculator) java.lang.reflect.Proxy.newProxyInstance(
                Proxy.class.getClassLoader(), new Class<?>[] {Calculator.class}, new Handler());
    }

    static int compute(Calculator calculator) {
        return calculator.add(10, calculator.sub(7, 3));
    }

    public static void main(String[] args) {
        System.out.println(compute(make()));
    }
}
