public class Main {
    static int cost(int n) {
        int cost = switch (n) {
            case 1, 2 -> n;
            case 3 -> {
                int sum = 0;
                for (int i = 0; i < n; i++) {
                    sum += twice(i);
                }
                yield sum;
            }
            default -> throw new IllegalArgumentException("large");
        };
        return cost + 1;
    }

    static int twice(int n) {
        return 2 * n;
    }

    static String name(int n) {
        return switch (n) {
            case 1:
                yield "one";
            case 2:
                n++;
            default:
                yield n + " or more";
        };
    }

    public static void main(String[] args) {
        System.out.println(cost(2) + " " + cost(3) + " " + name(1) + ", " + name(2));
        try {
            cost(4);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
