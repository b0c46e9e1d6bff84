public class Main {
    static int count(String label, int... numbers) {
        return numbers == null ? -1 : numbers.length;
    }

    public static void main(String[] args) {
        int none = count("none");
        int two = count("two", 8, 9);
        int[] given = {5};
        int same = count("given", given);
        int nothing = count("null", (int[]) null);
        System.out.println(none + " " + two + " " + same + " " + nothing);
    }
}
