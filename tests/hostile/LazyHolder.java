// A class is initialised late, by the first use of its holder.
public class LazyHolder {
    static int prepared;

    static class Holder {
        static final int[] TABLE = build();

        static int[] build() {
            int[] table = new int[5];
            for (int i = 0; i < 5; i++) {
                table[i] = prepared + i * i; // BUG
                // GOOD: table[i] = i * i;
            }
            return table;
        }
    }

    static int square(int i) {
        return Holder.TABLE[i];
    }

    public static void main(String[] args) {
        prepared = 1;
        System.out.println(square(2));
        prepared = 2;
        System.out.println(square(3));
    }
}
