// A document tree whose nodes know their parent: moving a section leaves it in its old place.
import java.util.ArrayList;
import java.util.List;

public class Outline {
    static class Section {
        final String title;
        private Section parent;
        private final List<Section> children = new ArrayList<>();

        Section(String title) {
            this.title = title;
        }

        Section add(Section child) {
            child.parent = this;
            children.add(child);
            return this;
        }

        void moveTo(Section target) {
            target.add(this); // BUG
            // GOOD: parent.children.remove(this); target.add(this);
        }

        Section find(String wanted) {
            if (title.equals(wanted)) {
                return this;
            }
            for (Section child : children) {
                Section found = child.find(wanted);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        int depth() {
            return parent == null ? 0 : parent.depth() + 1;
        }

        void print(StringBuilder out) {
            out.append("  ".repeat(depth())).append(title).append('\n');
            for (Section child : children) {
                child.print(out);
            }
        }
    }

    static Section book() {
        Section book = new Section("Book");
        Section first = new Section("Start").add(new Section("Install")).add(new Section("First steps"));
        Section second = new Section("Reference").add(new Section("Options"));
        return book.add(first).add(second);
    }

    public static void main(String[] args) {
        Section book = book();
        book.find("Install").moveTo(book.find("Reference"));
        StringBuilder out = new StringBuilder();
        book.print(out);
        System.out.print(out);
    }
}
