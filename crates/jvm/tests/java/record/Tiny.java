import java.util.*;
public class Tiny {
    int x; String name; static int total;
    Tiny(int x, String name) { this.x = x; this.name = name; }
    int add(int y) { x += y; total++; return x; }
    static int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }
    static void fail(String why) { throw new IllegalStateException(why); }
    public static void main(String[] args) {
        Tiny t = new Tiny(3, "three");
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) a[i] = t.add(i);
        System.out.println(sum(a));
        try { fail("oops"); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        List<String> l = new ArrayList<>(); l.add("x"); l.add(t.name); show(l);
        l.add("later"); show(l);
    }
    static void show(List<String> l) { System.out.println(l); }
}
