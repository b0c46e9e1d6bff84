public class Main {
    static int indexOf(int[] values, int wanted) {
        for (int i = 0; i < values.length; i++) {
            for (int times = 0; times < 2; times++) {
                if (values[i] * times == wanted)
                    return i;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        int[] values = new int[] {5, 7};
        System.out.println(indexOf(values, 7));
        System.out.println(indexOf(values, 8));
    }
}
