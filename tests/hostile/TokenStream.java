// A tokenizer over a shared position loses a character.
public class TokenStream {
    private final String text;
    private int at;

    TokenStream(String text) {
        this.text = text;
    }

    String next() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        int start = at;
        while (at < text.length() && text.charAt(at) != ' ') {
            at++;
        }
        String token = text.substring(start, at);
        at += 2; // BUG
        // GOOD: at += 1;
        return token;
    }

    static int count(String text, int most) {
        TokenStream tokens = new TokenStream(text);
        int length = 0;
        for (int i = 0; i < most; i++) {
            length += tokens.next().length();
        }
        return length;
    }

    public static void main(String[] args) {
        System.out.println(count("ab cd ef", 2));
    }
}
