import java.util.ArrayList;
import java.util.List;

/** The table of contents: headings with their numbers. */
final class Contents implements Block.Visitor {
    private final List<String> lines = new ArrayList<>();
    private final int[] numbers = new int[6];
    private int words;

    List<String> of(List<Block> blocks) {
        for (Block block : blocks) {
            block.accept(this);
        }
        lines.add(words + " words");
        return lines;
    }

    private void count(String text) {
        words += text.split("\\s+").length;
    }

    @Override
    public void heading(Block.Heading heading) {
        int level = Math.min(heading.level, numbers.length);
        numbers[level - 1]++;
        for (int deeper = level; deeper < numbers.length; deeper++) {
            numbers[deeper] = 0;
        }
        StringBuilder number = new StringBuilder();
        for (int i = 0; i < level; i++) {
            number.append(numbers[i]).append('.');
        }
        lines.add(number + " " + heading.text);
        count(heading.text);
    }

    @Override
    public void paragraph(Block.Paragraph paragraph) {
        count(paragraph.text);
    }

    @Override
    public void list(Block.Bullets list) {
        for (String item : list.items) {
            count(item);
        }
    }

    @Override
    public void quote(Block.Quote quote) {
        count(quote.text);
    }

    @Override
    public void table(Block.Table table) {
        for (List<String> row : table.rows) {
            for (String cell : row) {
                count(cell);
            }
        }
    }
}
