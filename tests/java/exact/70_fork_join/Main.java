import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class Main {
    static class Sum extends RecursiveTask<Integer> {
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from == 1) {
                return from;
            }
            Sum left = new Sum(from, from + 1);
            left.fork();
            int right = new Sum(from + 1, to).compute();
            return left.join() + right;
        }
    }

    static int seven() {
        return 7;
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        int sum = pool.submit(new Sum(3, 6)).get();
        int seven = pool.submit(() -> seven()).get();
        pool.shutdown();
        System.out.println(sum + " " + seven);
    }
}
