public class Main {
    static class Box {
        final Object content;

        Box(Object content) {
            this.content = content;
        }
    }

    static int depth(Object thing) {
        int depth = 0;
        while (thing instanceof Box box && depth < 5) {
            thing = box.content;
            depth++;
        }
        return depth;
    }

    static int unwrap(Object thing) {
        while (!(thing instanceof Integer number)) {
            thing = ((Box) thing).content;
        }
        return number;
    }

    public static void main(String[] args) {
        Object nested = new Box(new Box(7));
        System.out.println(depth(nested) + " " + unwrap(nested));
    }
}
