// A constructor above calls a method of the subclass, whose field initialiser then overwrites what that stored.
public class OverwrittenInitialiser {
    abstract static class Widget {
        final int width;

        Widget(int width) {
            this.width = width;
            prepare();
        }

        abstract void prepare();
    }

    static final class Label extends Widget {
        private int padding = 0; // BUG
        // GOOD: private int padding;
        private final String text;

        {
            padding++;
        }

        Label(String text) {
            super(text.length());
            this.text = text;
        }

        @Override
        void prepare() {
            padding = 2 * width;
        }

        int room() {
            return width + padding;
        }
    }

    static int together(String... texts) {
        int room = 0;
        for (String text : texts) {
            room += new Label(text).room();
        }
        return room;
    }

    public static void main(String[] args) {
        System.out.println(together("ok", "cancel"));
    }
}
