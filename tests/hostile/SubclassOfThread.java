// A subclass of Thread computes in run().
public class SubclassOfThread {
    static class Worker extends Thread {
        final int from;
        int result;

        Worker(int from) {
            this.from = from;
        }

        @Override
        public void run() {
            for (int i = from; i < from + 3; i++) {
                result += i * 2; // BUG
                // GOOD: result += i;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Worker one = new Worker(1);
        Worker two = new Worker(10);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(one.result + two.result);
    }
}
