//! What a recording of a right version decides, and how a search ends that it cannot decide: never by endless questions, and never without the
//! code that is left.

mod support;

use std::fs;

use support::{Said, elenchus};

/// What is said about a program by a recording of it with other lines, when these lines are typed or, without any, when nobody answers.
fn searched(name: &str, wrong: &str, right: &[(&str, &str)], typed: &str) -> Said {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = format!("{name}.java");
    let mut corrected = wrong.to_owned();
    for (bug, fix) in right {
        assert!(corrected.contains(bug), "{bug}");
        corrected = corrected.replace(bug, fix);
    }
    for (trace, source) in [("bad", wrong), ("good", &corrected)] {
        fs::write(folder.join(&file), source).unwrap();
        let recorded = elenchus(folder, &["record", "java", "-o", trace, &file]);
        assert!(folder.join(trace).is_dir(), "{recorded:#?}");
    }
    fs::write(folder.join("typed"), typed).unwrap();
    let ask = ["ask", "bad", "--root-is", "known", "--no-knowledge"];
    let oracle = ["--oracle", "trace:good"];
    let otherwise = match typed {
        "" => ["--otherwise", "unknown"],
        _ => ["--answers", "typed"],
    };
    elenchus(folder, &[&ask[..], &oracle, &otherwise].concat())
}

fn questions(said: &Said) -> usize {
    said.out.matches("\nQ").count()
}

const PAGE: &str = r#"
public class Page {
    private final StringBuilder out = new StringBuilder();

    int width(String text) {
        out.append(text);
        return text.length();
    }

    void pad(int count) {
        for (int i = 0; i < count; i++) {
            out.append('.');
        }
    }

    void line(String left, String right) {
        int used = width(left);
        pad(20 - used);
        width(right);
    }

    public static void main(String[] args) {
        Page page = new Page();
        page.line("one", "1");
        System.out.print(page.out);
    }
}
"#;

#[test]
fn the_first_call_that_was_given_something_else_is_inadmissible_and_what_differs_is_told() {
    let fix = ("pad(20 - used)", "pad(20 - used - right.length())");
    let said = searched("Page", PAGE, &[fix], "j Page.pad\n");
    let pad = said
        .out
        .split("\nQ")
        .find(|asked| asked.contains("  Page.pad(count = 17)"));
    let pad = pad.unwrap_or_else(|| panic!("{said:#?}"));
    assert!(
        pad.contains("inadmissible (trace:good, step by step)"),
        "{pad}"
    );
    let told = "count is 17, and 16 in the run that was right";
    assert!(pad.contains(told), "{pad}");
    said.expect(0, &["BUG  Page.line(left = \"one\", right = \"1\")"]);
}

/// The guard ends it; it never looks at anything that the loop changes.
const ENDLESS: &str = r#"
public class Bits {
    static int bits(int n) {
        int count = 0;
        while (n != 0) {
            n ^= n - 1;
            count++;
        }
        return count;
    }

    public static void main(String[] args) {
        Thread guard = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            Runtime.getRuntime().halt(9);
        });
        guard.setDaemon(true);
        guard.start();
        System.out.println(bits(11));
    }
}
"#;

#[test]
fn an_endless_loop_is_decided_by_the_first_round_that_left_the_good_runs_course_and_its_rounds_are_one_answer()
 {
    let said = searched("Bits", ENDLESS, &[("n ^= n - 1", "n &= n - 1")], "");
    let asked = questions(&said);
    assert!(asked <= 8, "{asked} questions: {said:#?}");
    said.expect(
        0,
        &[
            "wrong (trace:good, step by step)",
            "and 0 in the run that was right",
            "BUG  iteration 1 of `while (n != 0)` at line 5 in Bits.bits",
            "n ^= n - 1;",
            "lines are where to look",
        ],
    );
}

const OVERFLOW: &str = r#"
public class Depth {
    static int depth(int n) {
        if (n == 1) {
            return 1;
        }
        return 1 + depth(n / 2);
    }

    static String describe(int n) {
        return "depth " + depth(n);
    }

    public static void main(String[] args) {
        System.out.println(describe(8));
        System.out.println(describe(0));
    }
}
"#;

#[test]
fn an_endless_recursion_is_decided_by_the_call_that_had_ended_in_the_good_run() {
    let said = searched("Depth", OVERFLOW, &[("n == 1", "n <= 1")], "");
    let asked = questions(&said);
    assert!(asked <= 10, "{asked} questions: {said:#?}");
    said.expect(0, &["BUG  Depth.depth(n = 0)", "if (n == 1) {"]);
    assert!(
        !said.out.contains("how it ended was not recorded"),
        "{said:#?}"
    );
}

/// What goes into a deflater is not recorded.
const PACKED: &str = r#"
import java.util.zip.Deflater;

public class Packed {
    static void first(Deflater out, int n) {
        out.setInput(new byte[n + 1]);
    }

    static int last(Deflater out) {
        out.finish();
        int more = out == null ? 1 : 0;
        out.deflate(new byte[100]);
        return more;
    }

    static long size(int n) {
        Deflater out = new Deflater();
        int less = n - n;
        first(out, n - less);
        return last(out) + out.getTotalIn();
    }

    public static void main(String[] args) {
        long first = size(5);
        System.out.println(first);
    }
}
"#;

#[test]
fn an_undecided_search_names_the_smallest_piece_that_is_wrong_and_the_lines_of_what_is_left() {
    let right = [
        ("n + 1", "n"),
        ("out == null ? 1 : 0", "0"),
        ("int less = n - n", "int less = 0"),
    ];
    let said = searched("Packed", PACKED, &right, "");
    said.expect(
        4,
        &[
            "UNDECIDED  the bug is in one of 3 nodes:\n     the smallest piece known to be wrong is Packed.size(n = 5)\n     Packed.java:17–20\n",
            "Packed.first(out = Deflater(not recorded), n = 5): lines 6–7",
            "Packed.last(out = Deflater(not recorded)): lines ",
        ],
    );
}
