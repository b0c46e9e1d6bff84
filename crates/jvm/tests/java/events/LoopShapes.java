import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class LoopShapes {
    static int f(int x) {
        return x;
    }

    static int both(int a, int b) {
        while (a > 0 && b > 0) {
            a--;
            b -= 2;
        }
        return a + b;
    }

    static int either(int a, int b) {
        while (a > 0 || b > 0) {
            a--;
            b--;
        }
        return a;
    }

    static int sideEffect(int n) {
        while (n-- > 0)
            f(n);
        return n;
    }

    static int doContinue(int n) {
        int odd = 0;
        do {
            if (n % 2 == 0)
                continue;
            odd++;
        } while (--n > 0);
        return odd;
    }

    static int finallyInLoop() {
        int done = 0;
        for (int i = 0; i < 3; i++) {
            try {
                if (i == 0)
                    continue;
                if (i == 1)
                    break;
            } finally {
                done++;
            }
        }
        return done;
    }

    static int loopInFinally(int n) {
        try {
            return f(n);
        } finally {
            for (int i = 0; i < 1; i++)
                f(i);
        }
    }

    static int returnsCall(int[] all) {
        for (int x : all) {
            if (x == 2)
                return f(x * 10);
        }
        return f(0);
    }

    static int innerThenReturn(int n) {
        for (int i = 0; i < n; i++) {
            if (i == 1) {
                int s = 0;
                for (int k = 0; k < 1; k++)
                    s += f(k);
                return s;
            }
        }
        return -1;
    }

    static int ifElse(int n) {
        int s = 0;
        while (n > 0) {
            n--;
            if (n == 1)
                s += 10;
            else
                s += 1;
        }
        return s;
    }

    static int whileInEndless(int n) {
        while (true) {
            for (int i = 0; i < 1; i++)
                n++;
            if (n > 1)
                return n;
        }
    }

    static int emptyBody(int n) {
        int i;
        for (i = 0; i < n && f(i) >= 0; i++);
        return i;
    }

    static int iterator(List<String> list) {
        Iterator<String> it = list.iterator();
        int n = 0;
        while (it.hasNext()) {
            String s = it.next();
            if (s.isEmpty())
                it.remove();
            else
                n++;
        }
        return n;
    }

    static int stringSwitch(String[] words) {
        int n = 0;
        for (String w : words) {
            switch (w) {
                case "a":
                    n += 1;
                    continue;
                case "stop":
                    return n;
                default:
                    n += 5;
                    break;
            }
            f(n);
        }
        return n;
    }

    static int caughtOutside(String[] words) {
        int total = 0;
        try {
            for (String w : words) {
                for (int i = 0; ; i++)
                    total += w.charAt(i);
            }
        } catch (StringIndexOutOfBoundsException e) {
            f(1);
        }
        return total;
    }

    static int caughtInside(String[] words) {
        int total = 0;
        for (String w : words) {
            try {
                total += w.length();
            } catch (NullPointerException e) {
                f(-1);
            }
        }
        return total;
    }

    static final int[] TABLE = new int[2];

    static {
        for (int i = 0; i < TABLE.length; i++)
            TABLE[i] = i * i;
    }

    int sum;

    LoopShapes(int n) {
        for (int i = 0; i < n; i++)
            sum += i;
    }

    static boolean nested(int n) {
        outer:
        while (true) {
            n--;
            do {
                if (n == 0)
                    break outer;
                if (n == 1)
                    continue outer;
            } while (f(n) < 0);
        }
        return n == 0;
    }

    public static void main(String[] args) {
        both(2, 3);
        either(0, 1);
        sideEffect(1);
        doContinue(2);
        finallyInLoop();
        loopInFinally(5);
        returnsCall(new int[] {1, 2});
        innerThenReturn(3);
        ifElse(2);
        whileInEndless(0);
        emptyBody(1);
        List<String> list = new ArrayList<>();
        list.add("");
        list.add("x");
        iterator(list);
        stringSwitch(new String[] {"a", "b", "stop"});
        caughtOutside(new String[] {"A"});
        caughtInside(new String[] {"ab", null});
        new LoopShapes(2);
        nested(3);
    }
}
