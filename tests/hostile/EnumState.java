// Constants of an enum hold lists, which a call fills wrongly. Nothing leads to them but the enum.
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

public class EnumState {
    enum Shelf {
        TOP("t") {
            private int visits;

            @Override
            String label() {
                visits++;
                return prefix + visits;
            }
        },
        BOTTOM("b");

        final String prefix;
        final List<String> books = new ArrayList<>();

        Shelf(String prefix) {
            this.prefix = prefix;
        }

        String label() {
            return prefix;
        }
    }

    static void put(String book) {
        Shelf shelf = book.length() > 4 ? Shelf.TOP : Shelf.BOTTOM;
        shelf.books.add(book.trim()); // BUG
        // GOOD: shelf.books.add(book);
    }

    static <E extends Enum<E>> int letters(Class<E> shelves) {
        int letters = 0;
        for (E shelf : EnumSet.allOf(shelves)) {
            letters = letters + String.join("", ((Shelf) (Object) shelf).books).length(); // OLD
            // GOOD: letters += String.join("", ((Shelf) (Object) shelf).books).length();
        }
        return letters;
    }

    public static void main(String[] args) {
        System.out.println(letters(Shelf.class));
        put("novel");
        put("map ");
        System.out.println(Shelf.TOP.label() + Shelf.TOP.label() + letters(Shelf.class));
    }
}
