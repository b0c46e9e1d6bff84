// The handler of a dynamic proxy keeps state between calls that go through an interface.
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

public class ProxyState {
    interface Account {
        void pay(int amount);

        int balance();
    }

    static final class Ledger implements InvocationHandler {
        private final Map<String, Integer> calls = new HashMap<>();
        private int balance;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            int count = calls.merge(method.getName(), 1, Integer::sum);
            if (method.getName().equals("pay")) {
                balance += fee((int) arguments[0], count);
                return null;
            }
            return balance;
        }

        private static int fee(int amount, int count) {
            return count > 1 ? amount - 1 : amount; // BUG
            // GOOD: return count > 2 ? amount - 1 : amount;
        }
    }

    static int payAll(Account account, int... amounts) {
        for (int amount : amounts) {
            account.pay(amount);
        }
        return account.balance();
    }

    public static void main(String[] args) {
        Account account = (Account) Proxy.newProxyInstance(
                ProxyState.class.getClassLoader(), new Class<?>[] {Account.class}, new Ledger());
        System.out.println(payAll(account, 10, 20, 30));
    }
}
