// A phaser lets workers go on round by round; one of them steps over a round.
import java.util.concurrent.Phaser;

public class PhaserRounds {
    private final Phaser phaser = new Phaser(2);
    private final int[] done = new int[2];

    void work(int me, int rounds) {
        for (int round = 1; round <= rounds; round++) {
            done[me] += amount(me, round);
            phaser.arriveAndAwaitAdvance();
        }
    }

    static int amount(int me, int round) {
        return me == 1 && round == 2 ? 0 : round; // BUG
        // GOOD: return round;
    }

    public static void main(String[] args) throws Exception {
        PhaserRounds rounds = new PhaserRounds();
        Thread other = new Thread(() -> rounds.work(1, 3));
        other.start();
        rounds.work(0, 3);
        other.join();
        System.out.println(rounds.done[0] * 10 + rounds.done[1]);
    }
}
