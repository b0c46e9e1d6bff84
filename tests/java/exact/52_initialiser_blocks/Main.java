public class Main {
    static int[] squares = new int[3];
    int sum;
    final int start;

    static {
        for (int i = 0; i < squares.length; i++) {
            squares[i] = i * i;
        }
    }

    {
        for (int square : squares) {
            sum += square;
        }
    }

    Main() {
        start = sum;
    }

    Main(int start) {
        this.start = start + sum;
    }

    public static void main(String[] args) {
        System.out.println(new Main().start + " " + new Main(10).start);
    }
}
