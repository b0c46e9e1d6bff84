package lib;

import java.util.function.IntUnaryOperator;

public class Tool {
    private int total;

    public void add(int x) { total += x; }

    public int total() { return total; }

    public static int run(int x, IntUnaryOperator operator) { return walk(operator.applyAsInt(x)); }

    static int walk(int x) { return x + 1; }
}
