public class Main {
    static int price(String fruit) {
        int price = 0;
        switch (fruit) {
            case "apple":
                price = 3;
            case "pear":
                price += 2;
                break;
            case "Aa":
            case "BB":
                price = 9;
                break;
            default:
                price = -1;
        }
        return price;
    }

    static String size(int n) {
        return switch (n) {
            case 0, 1 -> "small";
            case 2 -> {
                String word = "two";
                yield word;
            }
            default -> "big";
        };
    }

    public static void main(String[] args) {
        System.out.println(price("apple") + " " + price("BB") + " " + price("plum"));
        System.out.println(size(1) + size(2) + size(3));
    }
}
