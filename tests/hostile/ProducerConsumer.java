// A producer puts one item too few into a queue.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class ProducerConsumer {
    static void produce(BlockingQueue<Integer> queue, int count) throws InterruptedException {
        for (int i = 1; i < count; i++) { // BUG
        // GOOD: for (int i = 1; i <= count; i++) {
            queue.put(i);
        }
        queue.put(-1);
    }

    static int consume(BlockingQueue<Integer> queue) throws InterruptedException {
        int sum = 0;
        while (true) {
            int item = queue.take();
            if (item < 0) {
                return sum;
            }
            sum += item;
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try {
                produce(queue, 4);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        System.out.println(consume(queue));
        producer.join();
    }
}
