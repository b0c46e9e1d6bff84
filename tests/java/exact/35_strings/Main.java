public class Main {
    static String quote(String text, char mark) {
        return mark + text + mark;
    }

    static String join(String[] words) {
        String all = "";
        for (int i = 0; i < words.length; i++) {
            all += (i > 0 ? ", " : "") + words[i];
        }
        return all;
    }

    public static void main(String[] args) {
        String text = quote("tab\tnew\nline \"q\" \\ \u00e9 \ud83d\ude00", '\'');
        String joined = join(new String[] {"a b", "", "c,d"});
        System.out.println(text.length() + joined + quote(null, '"'));
    }
}
