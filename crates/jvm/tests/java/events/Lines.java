public class Lines {
    static int branch(int x) {
        int r;
        if (x > 0) {
            r = 1;
        } else {
            r = 2;
        }
        r = x > 5
            ? r + 1
            : r + 2;
        return r;
    }

    static int midway(String s) {
        int a = 1;
        int b = 2;
        int n = s.length();
        int c = a + b;
        return n + c;
    }

    static String select(String key) {
        switch (key) {
            case "a":
                return "first";
            case "b":
                key = "second";
            default:
                return key;
        }
    }

    static int many(int x) {
        int s = 0;
        if (x == 0) s++; if (x == 1) s++; if (x == 2) s++; if (x == 3) s++; if (x == 4) s++; if (x == 5) s++;
        if (x == 10) s++; if (x == 11) s++; if (x == 12) s++; if (x == 13) s++; if (x == 14) s++; if (x == 15) s++;
        if (x == 20) s++; if (x == 21) s++; if (x == 22) s++; if (x == 23) s++; if (x == 24) s++; if (x == 25) s++;
        if (x == 30) s++; if (x == 31) s++; if (x == 32) s++; if (x == 33) s++; if (x == 34) s++; if (x == 35) s++;
        if (x == 40) s++; if (x == 41) s++; if (x == 42) s++; if (x == 43) s++; if (x == 44) s++; if (x == 45) s++;
        if (x == 50) s++; if (x == 51) s++; if (x == 52) s++; if (x == 53) s++; if (x == 54) s++; if (x == 55) s++;
        if (x == 60)
            s = 60;
        if (x == 61)
            s = 61;
        return s;
    }

    static int manyInLoop(int n) {
        int s = 0;
        for (int x = 0; x < n; x++) {
            if (x == 0) s++; if (x == 1) s++; if (x == 2) s++; if (x == 3) s++; if (x == 4) s++; if (x == 5) s++;
            if (x == 10) s++; if (x == 11) s++; if (x == 12) s++; if (x == 13) s++; if (x == 14) s++; if (x == 15) s++;
            if (x == 20) s++; if (x == 21) s++; if (x == 22) s++; if (x == 23) s++; if (x == 24) s++; if (x == 25) s++;
            if (x == 30) s++; if (x == 31) s++; if (x == 32) s++; if (x == 33) s++; if (x == 34) s++; if (x == 35) s++;
            if (x == 40) s++; if (x == 41) s++; if (x == 42) s++; if (x == 43) s++; if (x == 44) s++; if (x == 45) s++;
            if (x == 1)
                s += 10;
            else
                s += 20;
        }
        return s;
    }

    static synchronized int locked(Object lock) {
        synchronized (lock) {
            if (lock == null)
                return 0;
            return 1;
        }
    }

    public static void main(String[] args) {
        branch(1);
        branch(-1);
        branch(6);
        midway("xyz");
        try {
            midway(null);
        } catch (NullPointerException e) {
            select("a");
        }
        select("b");
        select("c");
        many(61);
        manyInLoop(2);
        locked("lock");
    }
}
