import lib.Tools;

/** Arrays that the program gives to code that is not recorded. */
public class Lent extends lib.Base {
    static void see(Object object) {}

    static int own(int[] numbers) {
        numbers[0]++;
        return numbers[0];
    }

    /** Called by the library in the middle of what it does. */
    static void step(int[] numbers) {}

    void inherited(int[] numbers) {
        fill(numbers, 7);
        see(numbers);
    }

    public static void main(String[] args) throws Exception {
        int[] numbers = {1, 2, 3};
        Tools.reverse(numbers);
        see(numbers);
        // Only read: nothing is recorded.
        see(Tools.sum(numbers));
        String[] texts = {"a", "b", "c"};
        Tools.swap(texts, 0, 2);
        see(texts);
        see(Tools.count(texts));
        try {
            Tools.failAfterWriting(numbers);
        } catch (IllegalArgumentException expected) {
            see(numbers);
        }
        Tools.around(numbers, Lent::step);
        see(numbers);
        double[][] matrix = {{1, 2}, {3, 4}};
        Tools.transpose(matrix);
        see(matrix);
        new Lent().inherited(numbers);
        long[] first = {1, 2};
        byte[] second = {1, 2};
        Tools.both(first, 1L << 40, second);
        see(second);
        new Tools(numbers);
        see(numbers);
        byte[] digest = new byte[4];
        see(digest);
        java.security.MessageDigest.getInstance("SHA-256").digest(new byte[32], 0, 32);
        java.util.Base64.getDecoder().decode(new byte[] {'Q', 'U', 'I', '='}, digest);
        see(digest);
        java.util.function.Consumer<int[]> consumer = Tools::reverse;
        consumer.accept(numbers);
        see(numbers);
        // Recorded code makes its own records, and those of variable arguments are of no interest.
        own(numbers);
        Tools.variable("a", "b");
        char[] large = new char[50_000];
        see(large);
        Tools.reverse(large);
        see(large);
        System.out.println(numbers[0] + texts[0] + matrix[0][1] + first[0] + second[1] + digest[0]);
    }
}
