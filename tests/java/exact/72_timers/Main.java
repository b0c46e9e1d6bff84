import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class Main {
    static final Semaphore done = new Semaphore(0);
    static int ticks;

    static class Tick extends TimerTask {
        public void run() {
            ticks = ticks + 1;
            if (ticks == 2) {
                cancel();
                done.release();
            }
        }
    }

    static void beat() {
        ticks = ticks + 10;
        if (ticks > 20) {
            done.release();
            throw new IllegalStateException("enough");
        }
    }

    static int once() {
        return ticks;
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new Tick(), 1, 1);
        done.acquire();
        timer.cancel();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleAtFixedRate(() -> beat(), 0, 1, TimeUnit.MILLISECONDS);
        done.acquire();
        int last = pool.schedule(() -> once(), 1, TimeUnit.MILLISECONDS).get();
        pool.shutdown();
        System.out.println(last);
    }
}
