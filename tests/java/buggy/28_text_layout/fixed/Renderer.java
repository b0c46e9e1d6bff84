import java.util.ArrayList;
import java.util.List;

/** Turns blocks into lines of a given width. */
final class Renderer implements Block.Visitor {
    private final int width;
    private final List<String> lines = new ArrayList<>();

    Renderer(int width) {
        this.width = width;
    }

    List<String> render(List<Block> blocks) {
        for (Block block : blocks) {
            if (!lines.isEmpty()) {
                add("");
            }
            block.accept(this);
        }
        return lines;
    }

    private void add(String line) {
        lines.add(Alignment.LEFT.pad(line, width));
    }

    /** A text broken and justified to a width, as separate lines. */
    private static List<String> filled(String text, int width) {
        List<String> words = new Hyphenator(width).words(text);
        List<List<String>> broken = new LineBreaker(words, width).breakLines();
        Justifier justifier = new Justifier(width);
        List<String> filled = new ArrayList<>();
        for (int i = 0; i < broken.size(); i++) {
            filled.add(justifier.justify(broken.get(i), i == broken.size() - 1));
        }
        return filled;
    }

    @Override
    public void heading(Block.Heading heading) {
        if (heading.level == 1) {
            add(Alignment.CENTRE.pad(heading.text.toUpperCase(), width));
            add(Alignment.CENTRE.pad("=".repeat(heading.text.length()), width));
        } else {
            add(heading.text);
            add("-".repeat(heading.text.length()));
        }
    }

    @Override
    public void paragraph(Block.Paragraph paragraph) {
        for (String line : filled(paragraph.text, width)) {
            add(line);
        }
    }

    @Override
    public void list(Block.Bullets list) {
        for (String item : list.items) {
            String prefix = " * ";
            for (String line : filled(item, width - prefix.length())) {
                add(prefix + line);
                prefix = "   ";
            }
        }
    }

    @Override
    public void quote(Block.Quote quote) {
        for (String line : filled(quote.text, width - 4)) {
            add("    " + line);
        }
    }

    @Override
    public void table(Block.Table table) {
        int[] widths = widths(table);
        boolean first = true;
        for (List<String> row : table.rows) {
            add(row(table, row, widths));
            if (first) {
                add(rule(widths));
                first = false;
            }
        }
    }

    private static int[] widths(Block.Table table) {
        int[] widths = new int[table.alignments.size()];
        for (List<String> row : table.rows) {
            for (int i = 0; i < widths.length && i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private static String row(Block.Table table, List<String> row, int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            String text = i < row.size() ? row.get(i) : "";
            cells.add(table.alignments.get(i).pad(text, widths[i]));
        }
        return String.join("  ", cells);
    }

    private static String rule(int[] widths) {
        List<String> rules = new ArrayList<>();
        for (int width : widths) {
            rules.add("-".repeat(width));
        }
        return String.join("  ", rules);
    }
}
