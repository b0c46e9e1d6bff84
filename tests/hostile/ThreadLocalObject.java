// A thread local holds an object that everybody changes in place; one of them does it wrongly.
import java.util.ArrayList;
import java.util.List;

public class ThreadLocalObject {
    private static final ThreadLocal<List<String>> STACK = ThreadLocal.withInitial(ArrayList::new);

    static void push(String name) {
        STACK.get().add(name);
    }

    static void pop() {
        STACK.get().remove(0); // BUG
        // GOOD: STACK.get().remove(STACK.get().size() - 1);
    }

    static String path() {
        return String.join("/", STACK.get());
    }

    static String walk() {
        push("a");
        push("b");
        String deep = path();
        pop();
        push("c");
        return deep + " " + path();
    }

    public static void main(String[] args) {
        System.out.println(walk());
    }
}
