import java.util.ArrayList;
import java.util.List;

/** Reads a document line by line. */
final class BlockParser {
    private final String[] lines;
    private final List<Block> blocks = new ArrayList<>();
    private int at;

    BlockParser(String document) {
        this.lines = document.split("\n");
    }

    List<Block> parse() {
        while (at < lines.length) {
            String line = lines[at];
            if (line.isBlank()) {
                at++;
            } else if (line.startsWith("#")) {
                heading(line);
            } else if (line.startsWith("- ")) {
                list();
            } else if (line.startsWith("> ")) {
                blocks.add(new Block.Quote(joined("> ")));
            } else if (line.startsWith("|")) {
                table();
            } else {
                blocks.add(new Block.Paragraph(joined("")));
            }
        }
        return blocks;
    }

    private void heading(String line) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        blocks.add(new Block.Heading(level, line.substring(level).trim()));
        at++;
    }

    private void list() {
        List<String> items = new ArrayList<>();
        while (at < lines.length && lines[at].startsWith("- ")) {
            items.add(lines[at].substring(2).trim());
            at++;
        }
        blocks.add(new Block.Bullets(items));
    }

    /** Joins the lines up to the next blank one, each without its prefix. */
    private String joined(String prefix) {
        StringBuilder text = new StringBuilder();
        while (at < lines.length && !lines[at].isBlank()) {
            String line = lines[at].startsWith(prefix) ? lines[at].substring(prefix.length()) : lines[at];
            if (text.length() > 0) {
                text.append(' ');
            }
            text.append(line.trim());
            at++;
        }
        return text.toString();
    }

    private void table() {
        List<List<String>> rows = new ArrayList<>();
        List<Alignment> alignments = new ArrayList<>();
        while (at < lines.length && lines[at].startsWith("|")) {
            List<String> cells = cells(lines[at]);
            if (isRule(cells)) {
                for (String cell : cells) {
                    alignments.add(Alignment.parse(cell));
                }
            } else {
                rows.add(cells);
            }
            at++;
        }
        blocks.add(new Block.Table(alignments, rows));
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        String inner = line.substring(1, line.endsWith("|") ? line.length() - 1 : line.length());
        for (String cell : inner.split("\\|")) {
            cells.add(cell.trim());
        }
        return cells;
    }

    private static boolean isRule(List<String> cells) {
        for (String cell : cells) {
            if (!cell.matches(":?-+:?")) {
                return false;
            }
        }
        return true;
    }
}
