import java.util.List;

/** Lays out a small document: headings, justified paragraphs, lists, tables and columns. */
public class Layout {
    private static final String DOCUMENT = String.join("\n",
            "# The art of asking",
            "",
            "A good question removes half of what could be wrong, whatever the answer is. Whoever asks well needs",
            "few questions; whoever asks badly needs many and remembers none of the answers.",
            "",
            "## What helps",
            "",
            "- Ask about one call at a time.",
            "- Show what went in and what came out, and leave the rest of the program alone.",
            "- Accept that nobody knows everything.",
            "",
            "| kind | asked | found |",
            "|---|--:|:-:|",
            "| routine | 12 | yes |",
            "| loop | 3 | no |",
            "| iterations | 107 | yes |",
            "",
            "> Extraordinarily long words are hyphenated when they do not fit.",
            "",
            "The end.");

    private static void print(String title, List<String> lines) {
        System.out.println("== " + title);
        for (String line : lines) {
            System.out.println("|" + line + "|");
        }
    }

    public static void main(String[] args) {
        List<Block> blocks = new BlockParser(DOCUMENT).parse();
        print("wide", new Renderer(46).render(blocks));
        print("narrow", new Renderer(24).render(blocks));
        Columns columns = new Columns(2, 3);
        print("columns", columns.arrange(new Renderer(30).render(blocks)));
        print("contents", new Contents().of(blocks));
    }
}
