public class Main {
    Integer cached = 5;
    Double half;

    static Long widen(Integer n) {
        return n == null ? null : n.longValue();
    }

    static Object pick(boolean first, Character c, Boolean b) {
        return first ? c : b;
    }

    void set(Object value) {
        half = (Double) value;
        cached++;
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.set(0.5);
        System.out.println(widen(3) + " " + widen(null) + " " + pick(true, 'x', null) + " " + pick(false, 'x', true));
        try {
            main.set("text");
        } catch (ClassCastException e) {
            System.out.println(main.cached);
        }
    }
}
