public class Main {
    static int run(int start) {
        class Counter {
            int at = start;

            int next() {
                return at++;
            }
        }
        Counter counter = new Counter();
        counter.next();
        Object named = new Object() {
            @Override
            public String toString() {
                return "named" + counter.next();
            }
        };
        System.out.println(named.toString());
        return counter.at;
    }

    public static void main(String[] args) {
        System.out.println(run(4));
    }
}
