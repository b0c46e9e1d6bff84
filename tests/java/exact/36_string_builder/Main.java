public class Main {
    static void pad(StringBuilder out, int width) {
        while (out.length() < width) {
            out.insert(0, ' ');
        }
    }

    static StringBuilder number(int n) {
        StringBuilder out = new StringBuilder();
        out.append(n).append('.');
        pad(out, 4);
        return out;
    }

    public static void main(String[] args) {
        System.out.println(number(7).reverse());
    }
}
