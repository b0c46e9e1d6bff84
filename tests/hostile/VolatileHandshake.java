// Two threads hand a number to and fro through volatile fields; one of them changes it wrongly.
public class VolatileHandshake {
    private volatile int turn;
    private int number = 1;

    void play(int me, int rounds) {
        for (int round = 0; round < rounds; round++) {
            while (turn != me) {
                Thread.onSpinWait();
            }
            number = next(me, number);
            turn = 1 - me;
        }
    }

    static int next(int me, int number) {
        if (me == 0) {
            return number + 3;
        }
        return number * 2 - 1; // BUG
        // GOOD: return number * 2;
    }

    public static void main(String[] args) throws Exception {
        VolatileHandshake game = new VolatileHandshake();
        Thread other = new Thread(() -> game.play(1, 3));
        other.start();
        game.play(0, 3);
        other.join();
        System.out.println(game.number);
    }
}
