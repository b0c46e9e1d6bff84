public class Main {
    enum Operator {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    enum Light {
        RED, GREEN;

        int switched;

        int switchOn() {
            return ++switched;
        }
    }

    static Light next(Light light) {
        int following = (light.ordinal() + 1) % Light.values().length;
        return Light.values()[following];
    }

    public static void main(String[] args) {
        Operator operator = Operator.valueOf("TIMES");
        System.out.println(operator.sign + operator.apply(3, 4));
        System.out.println(next(Light.RED) + " " + Light.values().length);
        System.out.println(Light.RED.switchOn() + Light.RED.switchOn());
    }
}
