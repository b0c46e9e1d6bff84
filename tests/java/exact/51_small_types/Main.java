public class Main {
    byte b = -1;
    short s;
    char c = 'x';
    boolean flag;
    float f = 1.5f;

    boolean mix(byte b, short s, char c, boolean flag) {
        this.b += b;
        this.s = (short) (s * 2);
        this.c = ++c;
        this.flag = !flag;
        return this.flag;
    }

    static char scan(char[] letters, boolean[] used) {
        char best = 'a';
        for (byte i = 0; i < letters.length; i++) {
            used[i] = letters[i] > best;
            if (used[i]) {
                best = letters[i];
            }
        }
        return best;
    }

    public static void main(String[] args) {
        Main main = new Main();
        boolean mixed = main.mix((byte) 127, (short) 20000, 'y', false);
        boolean[] used = new boolean[2];
        char best = scan(new char[] {'m', 'b'}, used);
        System.out.println(mixed + " " + main.b + " " + main.s + " " + main.c + best + used[0]);
    }
}
