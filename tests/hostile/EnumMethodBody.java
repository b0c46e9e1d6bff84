// One constant of an enum overrides a method wrongly.
public class EnumMethodBody {
    enum Op {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES {
            @Override
            int apply(int a, int b) {
                return a * a; // BUG
                // GOOD: return a * b;
            }
        };

        abstract int apply(int a, int b);
    }

    static int fold(Op op, int... numbers) {
        int result = numbers[0];
        for (int i = 1; i < numbers.length; i++) {
            result = op.apply(result, numbers[i]);
        }
        return result;
    }

    public static void main(String[] args) {
        System.out.println(fold(Op.PLUS, 1, 2, 3) + fold(Op.TIMES, 2, 3));
    }
}
