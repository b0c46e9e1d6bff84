// A hash is folded with a shift that keeps the sign.
public class UnsignedShift {
    static int mix(int hash) {
        hash ^= hash >> 15; // BUG
        // GOOD: hash ^= hash >>> 15;
        hash *= 0x2c1b3c6d;
        return hash;
    }

    static int hash(String text) {
        int hash = 7;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash * 31 + text.charAt(i));
        }
        return hash;
    }

    public static void main(String[] args) {
        System.out.println(hash("elenchus"));
    }
}
