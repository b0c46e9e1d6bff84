// An editor with undo and redo: a new edit should empty the redo stack.
import java.util.ArrayDeque;
import java.util.Deque;

public class Undo {
    interface Edit {
        String apply(String text);

        String revert(String text);
    }

    record Insert(int at, String what) implements Edit {
        public String apply(String text) {
            return text.substring(0, at) + what + text.substring(at);
        }

        public String revert(String text) {
            return text.substring(0, at) + text.substring(at + what.length());
        }
    }

    record Delete(int at, String what) implements Edit {
        public String apply(String text) {
            return text.substring(0, at) + text.substring(at + what.length());
        }

        public String revert(String text) {
            return text.substring(0, at) + what + text.substring(at);
        }
    }

    private String text = "";
    private final Deque<Edit> done = new ArrayDeque<>();
    private final Deque<Edit> undone = new ArrayDeque<>();

    void edit(Edit edit) {
        text = edit.apply(text);
        done.push(edit); // BUG
        // GOOD: done.push(edit); undone.clear();
    }

    boolean undo() {
        if (done.isEmpty()) {
            return false;
        }
        Edit edit = done.pop();
        text = edit.revert(text);
        undone.push(edit);
        return true;
    }

    boolean redo() {
        if (undone.isEmpty()) {
            return false;
        }
        Edit edit = undone.pop();
        text = edit.apply(text);
        done.push(edit);
        return true;
    }

    public static void main(String[] args) {
        Undo editor = new Undo();
        editor.edit(new Insert(0, "Hello world"));
        editor.edit(new Delete(5, " world"));
        editor.undo();
        editor.edit(new Insert(11, "!"));
        boolean redone = editor.redo();
        System.out.println(editor.text + " " + redone);
    }
}
