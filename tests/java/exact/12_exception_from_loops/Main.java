public class Main {
    static int parse(String[] words) {
        int sum = 0;
        try {
            for (String word : words) {
                for (int i = 0; i < 2; i++) {
                    sum += digit(word, i);
                }
            }
        } catch (IllegalArgumentException e) {
            sum = -sum;
        }
        return sum;
    }

    static int digit(String word, int at) {
        char c = word.charAt(at);
        if (c > '9') {
            throw new IllegalArgumentException(word);
        }
        return c - '0';
    }

    public static void main(String[] args) {
        String[] words = {"12", "3x"};
        System.out.println(parse(words));
        try {
            parse(new String[1]);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
