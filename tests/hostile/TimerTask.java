// A scheduled task is wrong; nobody waits inside the scheduling.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class TimerTask {
    static String greet(String name) {
        return "hello" + name; // BUG
        // GOOD: return "hello " + name;
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        String text = timer.schedule(() -> greet("you"), 5, TimeUnit.MILLISECONDS).get();
        timer.shutdown();
        System.out.println(text.length());
    }
}
