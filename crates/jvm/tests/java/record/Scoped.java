package app;

import java.util.function.IntUnaryOperator;

/** Calls code of another package, which the scope decides about. */
public class Scoped {
    static int twice(int x) { return 2 * x; }

    static int helper(int x) { return lib.Tool.run(x, y -> twice(y)); }

    public static void main(String[] args) {
        lib.Tool tool = new lib.Tool();
        tool.add(3);
        System.out.println(helper(4) + tool.total());
    }
}
