import java.util.Arrays;
import java.util.List;

public class Loops {
    static int plainFor(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    static int whileBreak(int n) {
        while (n > 0) {
            n--;
            if (n == 1)
                break;
        }
        return n;
    }

    static int doWhile(int n) {
        do {
            n -= 2;
        } while (n > 0);
        return n;
    }

    static int nestedDo(int n) {
        int a = 0;
        do {
            do {
                a++;
            } while (a % 2 != 0);
            n--;
        } while (n > 0);
        return a;
    }

    static int endless(int n) {
        while (true) {
            if (n > 2)
                return n;
            n++;
        }
    }

    static String overArray(String[] names) {
        String all = "";
        for (String name : names)
            all += name;
        return all;
    }

    static int overList(List<Integer> list) {
        int sum = 0;
        for (int x : list) {
            if (x == 2)
                continue;
            sum += x;
        }
        return sum;
    }

    static int labelled(int n) {
        int steps = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (j == 1)
                    continue outer;
                if (i == 1)
                    break outer;
                steps++;
            }
        }
        return steps;
    }

    static int oneLine(int n) { int s = 0; for (int i = 0; i < n; i++) s++; for (int k = n; k > 0; k--) s--; return s; }

    static int returns(int[][] table) {
        for (int[] row : table) {
            for (int cell : row) {
                if (cell > 2)
                    return cell;
            }
        }
        return -1;
    }

    static int throwsOut(int[] a) {
        int i = 0;
        try {
            for (; ; i++) {
                a[i]++;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return i;
        }
    }

    static int retry() {
        int tries = 0;
        while (true) {
            try {
                tries++;
                return throwsOut(new int[1 - tries + 1]) / (tries - 1);
            } catch (ArithmeticException e) {
                if (tries > 3)
                    throw e;
            }
        }
    }

    static void escapes() {
        for (int i = 0; i < 2; i++) {
            for (int k = 0; ; k++) {
                if (k == 1)
                    throw new RuntimeException();
            }
        }
    }

    static long switches(int n) {
        long total = 0;
        for (int i = 0; i < n; i++) {
            switch (i) {
                case 0:
                    total += 10;
                    break;
                case 1:
                    continue;
                case 3:
                    return total;
                default:
                    total++;
            }
        }
        return total;
    }

    public static void main(String[] args) {
        plainFor(2);
        plainFor(0);
        whileBreak(3);
        doWhile(3);
        nestedDo(2);
        endless(2);
        overArray(new String[] {"a", "b"});
        overList(Arrays.asList(1, 2, 3));
        labelled(3);
        oneLine(1);
        returns(new int[][] {{1}, {2, 3}});
        retry();
        try {
            escapes();
        } catch (RuntimeException e) {
            switches(5);
        }
    }
}
