public class Main {
    static int[] cells = new int[2];

    static int cell(int i) {
        return cells[i];
    }

    static int total(int n) {
        int total = 0;
        for (int i = 0; i < n; i++) {
            total += cell(i);
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println("begin");
        System.out.println(total(3));
    }
}
