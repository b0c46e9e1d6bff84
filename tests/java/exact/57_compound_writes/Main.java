public class Main {
    static Main shared = new Main();
    int[] cells = new int[3];
    int next;

    int take() {
        return next++;
    }

    Main self() {
        return this;
    }

    public static void main(String[] args) {
        Main m = new Main();
        m.cells[m.take()] += 5;
        m.cells[m.take()] = m.cells[0]++ + m.take();
        m.self().next <<= 2;
        shared.next = m.next = 4;
        System.out.println(m.cells[0] + " " + m.cells[1] + " " + m.next + " " + shared.next);
    }
}
