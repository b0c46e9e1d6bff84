// One instruction of a small interpreter is wrong.
import java.util.ArrayDeque;
import java.util.Deque;

public class Interpreter {
    private final Deque<Integer> stack = new ArrayDeque<>();

    void step(String word) {
        switch (word) {
            case "+":
                stack.push(stack.pop() + stack.pop());
                break;
            case "-":
                stack.push(stack.pop() - stack.pop()); // BUG
                // GOOD: int top = stack.pop(); stack.push(stack.pop() - top);
                break;
            case "dup":
                stack.push(stack.peek());
                break;
            default:
                stack.push(Integer.parseInt(word));
        }
    }

    int run(String program) {
        for (String word : program.split(" ")) {
            step(word);
        }
        return stack.pop();
    }

    public static void main(String[] args) {
        System.out.println(new Interpreter().run("2 3 + dup +"));
        System.out.println(new Interpreter().run("9 4 - 1 +"));
    }
}
