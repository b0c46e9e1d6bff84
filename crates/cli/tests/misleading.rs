//! What once misled people who answered truthfully: each piece of `java/Misleading.java` shows unopened, on 80 columns and 24
//! lines, whatever decides the answer.

mod support;

use std::fs;

use support::elenchus;

const SOURCE: &str = include_str!("java/Misleading.java");

/// What is asked about, and what the question has to show.
const SHOWN: &[(&str, &[&str])] = &[
    // The result is right; the five wrong dates are on the screen all the same.
    (
        "j Misleading.Calendar.repeat",
        &[
            "this.rooms[\"Blue\"]  absent → [2026-03-07, 2026-03-13, 2026-03-19,\n",
            "2026-03-25, 2026-03-31]\n",
            "returned            → 5\n",
        ],
    ),
    // Of what a builder returns, the one field that differs, and not the nine that are the same.
    (
        "j Misleading.Format.withEscape",
        &["returned  → Format like this, but escape='\\\\' (there '\\u0000')\n"],
    ),
    // The static fields that an initialiser has set.
    (
        "j Misleading.Tag.<clinit>",
        &["Misleading.Tag.LEVELS  → {\"h1\"=1, \"h2\"=3}\n"],
    ),
    // Pointers back are folded, and what is new is reached.
    (
        "j Misleading.Section.count",
        &[
            "parent=Section#1",
            "title=\"Second\"",
            "this.parts[0].parts[0].number  0 → 3\n",
        ],
    ),
    // A long key leaves its value the width of the screen.
    (
        "j Misleading.Prices.note",
        &["beside it\"]\n         absent → [12.5]\n"],
    ),
    // A change that the caller made between two calls is charged to neither of them, nor to both together.
    (
        "j 31 to 35",
        &[
            "Q1  Misleading.Counter.up: 5 calls  (nodes 31 to 35)\n",
            "line 114  counter.up(2);\n     2         Misleading.Counter.up(by = 2): this.count 1 → 3\n",
            "line 116  counter.up(3);\n     3         Misleading.Counter.up(by = 3): this.count 300 → 303\n",
            "this.count 307 → 312\n     Misleading.java:",
        ],
    ),
    // Calls of one stretch: the caller's lines, each with its effect, and what all have changed together.
    (
        "j 38 to 42",
        &[
            "line 127    counter.up(5);\n     5           Misleading.Counter.up(by = 5): this.count 10 → 15\n",
            "     this.count  0 → 15\n     Misleading.java:",
        ],
    ),
    // Differences, not dumps.
    (
        "j Misleading.edit",
        &[
            "names[3]         absent → \"Dora\"\n",
            "ages             {\"ada\"=1, \"bob\"=2, \"eve\"=3} → {\"ada\"=1, \"bob\"=2}\n",
            "numbers[20..25]  0, 0, 0, 0, 0 → 7, 7, 7, 7, 7\n",
        ],
    ),
    // The same in a group: every date is there, and a result behind a change says that it is one.
    (
        "j 52 to 63",
        &[
            "Misleading.Calendar.repeat: 3 calls",
            "[2026-03-02, 2026-03-08, 2026-03-14]",
            "[2026-04-06, 2026-04-12]",
            "2026-05-04",
            "→ returned 3",
            "→ returned 2",
            "→ returned 1",
        ],
    ),
    // A long receiver hides neither what was called nor with what.
    (
        "j 68 to 70",
        &[
            "Misleading.Parser.accepts(sign = '[') on Parser(text=\"{\\n",
            "\\\"third\\\"]\\n}\", place=0) → false",
            "Misleading.Parser.accepts(sign = '{'): this.place 0 → 1 → returned true",
            "Misleading.Parser.accepts(sign = '\"') → false",
        ],
    ),
    // Of a large map, the one element that was added somewhere inside.
    (
        "j 75",
        &["result[\"measurements of the second day\"][5] absent → 99.5"],
    ),
    // A screen is used before anything is left out.
    (
        "j 93",
        &[
            "\"line 1 of a text that fills most of a screen\"",
            "\"line 16 of a text that fills most of a screen\"]",
            "returned  → 711\n",
        ],
    ),
    // Keys that are long and much alike.
    (
        "j 122",
        &["visits[Place(address={\"street\"={\"number\"=[2]}})] 2 → 3"],
    ),
    // What constants of an enum and lists in final static fields hold, although neither can be replaced.
    (
        "j Misleading.let",
        &[
            "gate.visitors  0 → 2\n",
            "Misleading.Gate.SOUTH.visitors  0 → -1\n",
            "Misleading.Gate.NOTED  [] → [\"Ada\"]\n",
        ],
    ),
    // How a loop was left.
    (
        "x loops\nj Misleading.found_loop1",
        &["left   → by `return word;` at line 141\n"],
    ),
    // What became of things that a loop took away.
    (
        "j Misleading.drain_loop1",
        &["was queue[0].minutes 0 → 31", "was queue[1].minutes 0 → 30"],
    ),
    // Letters in a row are read as a text.
    (
        "j Misleading.turn",
        &["letters  char[] \"letters in a row\" → char[] \"LETTERS in a row\"\n"],
    ),
    // What the constants of enums hold, also when several are set up one after the other.
    (
        "j 211 to 215",
        &[
            "static initialiser of Misleading.Paint(): Misleading.Paint.RED = RED(wave=620), Misleading.Paint.BLUE = BLUE(wave=470)",
            "Misleading.Wood.OAK = OAK(kind=\"hard\")",
        ],
    ),
    // The first field of an object leaves room for the others.
    (
        "j Misleading.Workshop.look",
        &[
            "rule number 1 of",
            "job=Job(name=\"sweep\", minutes=0), workers=3)",
        ],
    ),
];

#[test]
fn whatever_decides_the_answer_is_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    in_folder("Misleading.java", SOURCE);
    let typed: Vec<&str> = SHOWN.iter().map(|(typed, _)| *typed).collect();
    in_folder("typed", &format!("{}\nq\n", typed.join("\n")));
    let record = ["record", "java", "-o", "run", "Misleading.java"];
    elenchus(folder.path(), &record).expect(0, &[]);
    let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
    let said = elenchus(folder.path(), &ask);
    said.expect(4, &[]);
    for (typed, wanted) in SHOWN {
        let last = typed.lines().next_back().unwrap();
        let (_, question) = said.out.split_once(&format!("] > {last}\n")).unwrap();
        let (question, _) = question.split_once("\nright? ").unwrap();
        assert!(question.lines().count() <= 23, "{question}");
        let unwrapped = question.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in *wanted {
            let is_shown = question.contains(text) || unwrapped.contains(text);
            assert!(is_shown, "{text:?} in {question}");
        }
        for cut in ["not shown", "shortened", "not all are listed"] {
            assert!(!question.contains(cut), "{cut} in {question}");
        }
    }
}

const WIDE: &str = r#"
import java.util.stream.IntStream;

public class Wide {
    static int twice(int n) {
        int sum = n + n;
        return n == 23 ? sum + 1 : sum;
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 40).map(Wide::twice).sum());
    }
}
"#;

/// "29 calls … 21 more", with the culprit among the 21: of calls side by side, each that is asked about is on the screen.
#[test]
fn of_many_calls_none_is_asked_about_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    in_folder("Wide.java", WIDE);
    let record = ["record", "java", "-o", "run", "Wide.java"];
    elenchus(folder.path(), &record).expect(0, &[]);
    let mut answers = String::new();
    for _ in 0..12 {
        in_folder("typed", &format!("{answers}q\n"));
        let ask = [
            "ask",
            "run",
            "--new",
            "--answers",
            "typed",
            "--no-knowledge",
        ];
        let said = elenchus(folder.path(), &ask);
        if let Some((_, report)) = said.out.split_once("\nBUG ") {
            let is_told = report.contains("Wide.twice(n = 23) → 47");
            assert!(report.starts_with(" Wide.twice") && is_told, "{report}");
            return;
        }
        let (_, question) = said.out.rsplit_once("\nQ").unwrap();
        for cut in [" more", "not shown", "shortened"] {
            assert!(!question.contains(cut), "{cut} in {question}");
        }
        // Whoever sees the wrong result says so; the sum is wrong as well.
        let is_wrong = question.contains("→ 47") || question.contains("printed");
        answers.push_str(if is_wrong { "n\n" } else { "y\n" });
    }
    panic!("not found with {answers:?}");
}

/// Of hundreds and thousands of calls side by side, no more are asked about at once than stand on the screen.
#[test]
fn of_hundreds_of_calls_each_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for calls in [600, 2500] {
        in_folder(
            "Wide.java",
            &WIDE.replace("(0, 40)", &format!("(0, {calls})")),
        );
        let record = ["record", "java", "-o", "run", "Wide.java"];
        elenchus(folder.path(), &record).expect(0, &[]);
        in_folder("typed", "y\nn\ny\nq\n");
        let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
        let said = elenchus(folder.path(), &ask);
        let questions: Vec<&str> = said.out.split("\nQ").skip(1).collect();
        assert!(questions.len() >= 3, "{said:#?}");
        // A screen after the other takes its time, and that is announced.
        let (_, to_go) = questions[0].split_once("; about ").unwrap();
        let to_go: usize = to_go.split(' ').next().unwrap().parse().unwrap();
        assert!(to_go > calls / 48 / 4, "{to_go} of {said:#?}");
        for question in questions {
            let unwrapped = question.split_whitespace().collect::<Vec<_>>().join(" ");
            for cut in [" more", "not shown", "not listed", "shortened", "…"] {
                assert!(!unwrapped.contains(cut), "{cut} in {question}");
            }
            let title = question.split_once("Wide.twice: ");
            let asked: usize = match title.and_then(|(_, rest)| rest.split(' ').next()) {
                Some(asked) => asked.parse().unwrap(),
                None => continue,
            };
            assert_eq!(unwrapped.matches("(n = ").count(), asked, "{question}");
        }
        fs::remove_dir_all(folder.path().join("run")).unwrap();
    }
}
