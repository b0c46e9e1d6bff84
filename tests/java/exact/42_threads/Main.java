public class Main {
    static class Worker extends Thread {
        final int[] results;
        final int slot;

        Worker(int[] results, int slot) {
            this.results = results;
            this.slot = slot;
        }

        @Override
        public void run() {
            results[slot] = work(slot);
        }
    }

    static int work(int n) {
        return n * 10 + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[2];
        Worker first = new Worker(results, 0);
        Worker second = new Worker(results, 1);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(results[0] + results[1]);
    }
}
