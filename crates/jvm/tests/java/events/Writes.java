import java.util.Arrays;

public class Writes {
    boolean z;
    byte b;
    char c;
    short s;
    int i;
    long j;
    float f;
    double d;
    Object o;
    static long total;
    static double ratio;
    static String label;

    static class Holder {
        static int loaded = init();

        static int init() {
            return 3;
        }
    }

    void fields() {
        z = true;
        b = 1;
        c = 'c';
        s = 2;
        i += 3;
        j++;
        f = 0.5f;
        d = j = 9;
        o = "text";
    }

    static void statics() {
        total += 4;
        ratio = 0.25;
        label = null;
        Holder.loaded = 8;
    }

    static void arrays() {
        boolean[] z = {true};
        byte[] b = new byte[2];
        b[1] = (byte) 200;
        char[] c = {'q'};
        short[] s = new short[1];
        s[0]--;
        int[] i = new int[2];
        i[i[0]] = i[1] = 6;
        long[] j = {1L << 40};
        float[] f = {2.5f};
        double[] d = new double[1];
        d[0] += 1.5;
        Object[] o = new String[1];
        o[0] = "x";
        int[][] table = new int[2][1];
        table[1][0] = 4;
        try {
            o[0] = 1;
        } catch (ArrayStoreException e) {
            label = e.getMessage();
        }
        try {
            i[2] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            label = e.getMessage();
        }
        int[] none = null;
        try {
            none[0] = 1;
        } catch (NullPointerException e) {
            label = e.getMessage();
        }
        Writes nobody = null;
        try {
            nobody.j = 1;
        } catch (NullPointerException e) {
            label = e.getMessage();
        }
        try {
            none.clone();
        } catch (NullPointerException e) {
            label = e.getMessage();
        }
    }

    static void library() {
        int[] a = {3, 1, 2};
        Arrays.sort(a);
        Arrays.fill(a, 1, 2, 9);
        Arrays.fill(new long[2], 7L);
        int[] copy = a.clone();
        System.arraycopy(a, 0, copy, 1, 2);
        char[] text = new char[4];
        "hello".getChars(1, 3, text, 1);
        Integer[] boxes = {2, 1};
        Arrays.sort(boxes, 0, 2, (x, y) -> x - y);
    }

    static void failing() {
        Object[] strings = new String[2];
        try {
            System.arraycopy(new Object[] {"a", 1}, 0, strings, 0, 2);
        } catch (ArrayStoreException e) {
            label = (String) strings[0];
        }
        Integer[] boxes = {2, 1};
        Arrays.sort(boxes, (x, y) -> {
            throw new IllegalStateException();
        });
    }

    public static void main(String[] args) {
        new Writes().fields();
        statics();
        arrays();
        library();
        try {
            failing();
        } catch (IllegalStateException e) {
            label = "caught";
        }
    }
}
