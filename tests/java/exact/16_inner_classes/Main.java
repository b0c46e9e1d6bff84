public class Main {
    int base = 10;

    class Adder {
        int amount;

        Adder(int amount) {
            this.amount = amount + base;
        }

        int addTo(int n) {
            return n + amount + base;
        }
    }

    interface Step {
        int apply(int n);
    }

    Step stepBy(int size) {
        return new Step() {
            int calls = 0;

            public int apply(int n) {
                calls++;
                return n + size + base;
            }
        };
    }

    public static void main(String[] args) {
        Main outer = new Main();
        Adder adder = outer.new Adder(1);
        Step step = outer.stepBy(5);
        System.out.println(adder.addTo(2) + " " + step.apply(3));
    }
}
