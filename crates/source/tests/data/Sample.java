package org.example;

import java.util.List;

@SuppressWarnings("unused")
public class Sample<T> extends Object {
    private int x;
    private boolean ready = false;
    static final int MAX_SIZE = 10;
    int[] cells = new int[3];

    static {
        for (int s = 0; s < 2; s++) count(s);
    }

    {
        for (int c : cells)
            x += c;
    }

    Sample(int x, boolean ready) {
        super();
        this.x = x;
        this.ready = ready;
    }

    Sample(int x) {
        this(x, true);
    }

    Sample(boolean ready, int x) {
        this(x, ready);
    }

    int getX() { return x; }
    int x() { return this.x; }
    boolean isReady() { /* really? */ return ready; }
    int size() { return x; }
    int two() { return 2; }
    void setX(int value) { x = value; }
    Sample<T> withX(int x) { this.x = x; return this; }
    void setReady(boolean ready) { ready = ready; }
    int getReady() { return x + 1; }

    int work(final int[] array, List<? extends T> items, String... names) {
        int sum = 0;
        outer:
        for (int i = 0, j = 9; i < array.length
                && j > 0; i++, j--) {
            do {
                sum += i;
            } while (sum < 3);
            while (true) {
                if (sum > 2) continue outer;
                sum++;
            }
        }
        for (;;) { break; }
        for (T item : items) for (int k = 0; k < 2; k++) sum++;
        Runnable r = () -> {
            for (String name : names) System.out.println(name + "\n");
        };
        r.run();
        new Object() {
            int twice(int n) { while (n > 5) n--; return n; }
        }.twice(9);
        return sum;
    }

    static void count(int s) { }
    abstract static class Inner {
        abstract int area();
    }
    record Pair(int left, int right) {
        Pair {
            if (left > right) throw new IllegalArgumentException("left");
        }
        public int right() { return right; }
    }
    enum Colour { RED, GREEN { int shade() { return 1; } }; int shade() { return 0; } }
}
