/** Counts without end, for tests that stop it. */
class Endless {
    long count;

    void next() {
        count++;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Endless endless = new Endless();
        while (true) {
            endless.next();
            Thread.sleep(1);
        }
    }
}
