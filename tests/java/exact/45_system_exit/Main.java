public class Main {
    static int budget = 2;

    static void spend() {
        while (true) {
            budget--;
            if (budget == 0) {
                stop(3);
            }
        }
    }

    static void stop(int code) {
        System.out.println("stop " + code);
        System.exit(code);
    }

    public static void main(String[] args) {
        spend();
        System.out.println("never");
    }
}
