//! The binary at a real terminal: a pseudo-terminal of 80×24 on which keys are typed, and the screen
//! as a person would see it.
//!
//! What a session says is covered by the scripted dialogues; here it is about who owns the terminal:
//! line editing, completion, Ctrl-C, input for the program, and programs that print anything at all.

#[path = "pty/pty.rs"]
mod pty;

use pty::Terminal;

/// A program that prints, waits for a line, and is wrong about it.
const ADDER: &str = r#"
import java.util.Scanner;

public class Adder {
    static int add(int a, int b) {
        return a - b;
    }

    static int parse(String text) {
        return Integer.parseInt(text);
    }

    public static void main(String[] args) {
        System.out.println("two numbers, please");
        Scanner in = new Scanner(System.in);
        int sum = add(parse(in.next()), parse(in.next()));
        System.out.println("sum " + sum);
    }
}
"#;

/// A program that never ends.
const ENDLESS: &str = r#"
public class Endless {
    static int twice(int n) {
        return n + n;
    }

    public static void main(String[] args) throws Exception {
        System.out.println("going on");
        for (int n = 0; ; n++) {
            twice(n);
            Thread.sleep(20);
        }
    }
}
"#;

/// A program that prints a million lines and then bytes that are no text, and crashes.
const FLOOD: &str = r#"
public class Flood {
    static int half(int n) {
        return n / 3;
    }

    public static void main(String[] args) {
        String lines = "line\n".repeat(10000);
        for (int n = 0; n < 100; n++) {
            System.out.print(lines);
        }
        System.out.write(new byte[] {27, '[', '2', 'J', (byte) 0xff, 0, 7, '\n'}, 0, 8);
        System.out.flush();
        throw new IllegalStateException("half of 8 is " + half(8));
    }
}
"#;

/// A program without a bug that ends by itself.
const FINE: &str = r#"
public class Fine {
    static int twice(int n) {
        return 2 * n;
    }

    public static void main(String[] args) {
        System.out.println(twice(21));
        System.exit(0);
    }
}
"#;

fn chain() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let parents: Vec<i64> = std::iter::once(-1).chain([0; 12]).collect();
    let tree = format!("{{\"parents\": {parents:?}}}");
    std::fs::write(folder.path().join("chain.json"), tree).unwrap();
    folder
}

fn java(name: &str, source: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(format!("{name}.java")), source).unwrap();
    folder
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let folder = chain();
    let mut terminal = Terminal::start(folder.path(), &["ask", "chain.json"]);
    terminal.wait_for("right? ");
    // A slip is taken back with the backspace key, a word is completed with the tab key.
    terminal.keys("x\x7fstra\t \n");
    terminal.wait_for("the strategy is auto");
    terminal.keys("s top-d\t\n");
    terminal.wait_for("the strategy is now top-down");
    // The arrow brings the last line back.
    terminal.keys("\x1b[A\n");
    terminal.wait_for("the strategy is now top-down");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);

    let history = folder.path().join("state/elenchus/history");
    let history = std::fs::read_to_string(history).unwrap();
    assert!(history.contains("s top-down"), "{history}");
}

#[test]
fn ctrl_c_at_the_prompt_leaves_and_keeps_everything() {
    let folder = chain();
    let mut terminal = Terminal::start(
        folder.path(),
        &["ask", "chain.json", "--strategy", "top-down"],
    );
    terminal.wait_for("right? ");
    terminal.keys("y\n");
    terminal.wait_for("Q2");
    terminal.keys("half a li\x03");
    terminal.wait_for("`elenchus ask chain.json` goes on");
    assert_eq!(terminal.end(), 130);

    let mut terminal = Terminal::start(folder.path(), &["ask", "chain.json"]);
    terminal.wait_for("resuming after 1 answer");
    // Ctrl-D is the end of the input.
    terminal.wait_for("right? ");
    terminal.keys("\x04");
    assert_eq!(terminal.end(), 4);
}

#[test]
fn plain_lines_hold_nothing_that_a_screen_reader_stumbles_over() {
    let folder = chain();
    let mut terminal = Terminal::start(folder.path(), &["ask", "chain.json", "--plain"]);
    terminal.wait_for("right? ");
    terminal.keys("y\n");
    terminal.wait_for("Q2");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);
    let said = terminal.raw();
    assert!(!said.contains('\x1b'), "{said:?}");
    assert!(said.is_ascii(), "{said:?}");
}

#[test]
fn a_program_that_waits_for_input_gets_what_is_typed() {
    let folder = java("Adder", ADDER);
    let mut terminal = Terminal::start(folder.path(), &["java", "Adder.java"]);
    terminal.wait_for("│ two numbers, please");
    terminal.wait_for("the program waits for input");
    terminal.keys("3 4\n");
    terminal.wait_for("│ sum -1");
    // What is seen to be wrong is listed before the first question.
    terminal.wait_for(" 2  │ sum -1");
    terminal.wait_for("is one of these wrong? p N begins there");
    terminal.wait_for("Q1  ");
    terminal.wait_for("right? ");
    // The question is ours again; a value opens by its name.
    terminal.keys("j Adder.add\n");
    terminal.wait_for("Adder.add(a = 3, b = 4)");
    terminal.keys("source\n");
    terminal.wait_for("return a - b;");
    terminal.keys("n\n");
    terminal.wait_for("BUG");
    terminal.keys("save\n");
    terminal.wait_for("the report is in bug.md");
    terminal.keys("y\n");
    assert_eq!(terminal.end(), 0);
    let report = std::fs::read_to_string(folder.path().join("bug.md")).unwrap();
    assert!(report.contains("## Bug in `Adder.add`"), "{report}");
    assert!(report.contains("return a - b;"), "{report}");
}

#[test]
fn piped_input_is_the_programs_and_questions_come_to_the_terminal() {
    let folder = java("Adder", ADDER);
    let mut terminal = Terminal::shell(
        folder.path(),
        "echo 3 4 | elenchus java Adder.java > shown.txt",
    );
    terminal.wait_for("│ sum -1");
    terminal.wait_for("right? ");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);
}

#[test]
fn without_a_terminal_it_says_how_to_go_on() {
    let folder = java("Fine", FINE);
    // A process of its own session has no terminal, wherever the tests run.
    let done = pty::without_terminal(pty::command(folder.path()))
        .args(["java", "Fine.java"])
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(4), "{said}");
    assert!(said.contains("there is no terminal to ask at"), "{said}");
    assert!(said.contains("Fine.elenchus` goes on"), "{said}");
}

#[test]
fn ctrl_c_stops_the_program_and_then_leaves() {
    let folder = java("Endless", ENDLESS);
    let mut terminal = Terminal::start(folder.path(), &["java", "Endless.java"]);
    terminal.wait_for("right? ");
    terminal.keys("\x03");
    terminal.wait_for("the program is stopped, the questions go on");
    terminal.wait_for("right? ");
    terminal.keys("\x03");
    terminal.wait_for("Endless.elenchus` goes on");
    assert_eq!(terminal.end(), 130);

    let mut terminal = Terminal::start(folder.path(), &["ask", "Endless.elenchus"]);
    terminal.wait_for("right? ");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);
}

/// While nothing is asked, the terminal turns Ctrl-C into a signal, and the line editor must not take it for itself.
#[test]
fn ctrl_c_is_heard_while_nothing_is_asked() {
    let folder = java("Endless", ENDLESS);
    let mut terminal = Terminal::start(folder.path(), &["java", "Endless.java"]);
    terminal.wait_for("right? ");
    terminal.keys("y\n");
    terminal.wait_for("\n");
    terminal.wait_for_either("still running", "right? ");
    terminal.keys("\x03");
    terminal.wait_for("the program is stopped, the questions go on");
    terminal.wait_for("right? ");
    terminal.keys("\x03");
    terminal.wait_for("Endless.elenchus` goes on");
    assert_eq!(terminal.end(), 130);
    // A program that is still on its way out has nothing more to be asked about.
    while !folder
        .path()
        .join(".elenchus/recordings/Endless.elenchus/end.json")
        .exists()
    {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let mut terminal = Terminal::start(folder.path(), &["ask", "Endless.elenchus"]);
    terminal.wait_for("resuming after 1 answer");
    terminal.wait_for("right? ");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);
}

#[test]
fn what_was_typed_before_a_question_is_no_answer_to_it() {
    let folder = java("Endless", ENDLESS);
    // A whole line and half of another.
    let arguments = ["java", "Endless.java"];
    let mut terminal = Terminal::start_after(folder.path(), &arguments, "n\nn");
    terminal.wait_for("what was typed while nothing was asked is ignored");
    terminal.wait_for("Q1");
    terminal.wait_for("right? ");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4, "{}", terminal.raw());
    let shown = terminal.raw();
    assert!(!shown.contains("Q2") && !shown.contains("BUG"), "{shown}");
}

#[test]
fn a_flood_of_output_and_a_crash_leave_the_screen_readable() {
    let folder = java("Flood", FLOOD);
    let mut terminal = Terminal::start(folder.path(), &["java", "Flood.java"]);
    // Questions begin while it still prints; what it printed is looked at between two of them.
    while terminal.wait_for_either("right? ", "IllegalStateException") == 0 {
        terminal.keys("d\n");
        // The line editor writes the prompt anew when the first key comes.
        terminal.wait_for("\n");
    }
    terminal.wait_for("right? ");
    let screen = terminal.raw();
    assert!(screen.contains("more is in"), "{screen}");
    // What it printed could have cleared the screen and rung the bell.
    assert!(!screen.contains("\x1b[2J") && !screen.contains('\x07'));
    let printed = screen.lines().filter(|line| line.starts_with("│ line"));
    assert!(
        printed.count() <= 10 * screen.matches("more is in").count(),
        "{screen}"
    );
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 4);
}

#[test]
fn a_program_without_a_bug_says_what_to_do() {
    let folder = java("Fine", FINE);
    let mut terminal = Terminal::start(
        folder.path(),
        &["java", "--strategy", "top-down", "Fine.java"],
    );
    terminal.wait_for("│ 42");
    for _ in 0..8 {
        if terminal.wait_for_either("right? ", "NO BUG") == 1 {
            break;
        }
        terminal.keys("y\n");
        terminal.wait_for("\n");
    }
    terminal.wait_for("r N revises one");
    terminal.keys("q\n");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn of_several_failures_a_person_picks_one() {
    let folder = java("Adder", ADDER);
    // Each of them cannot read its number.
    let script = "javac -g Adder.java; for x in one two; do echo $x | java Adder 2>&1; done";
    let arguments = ["run", "-o", "t", "--", "sh", "-c", script];
    let mut terminal = Terminal::start(folder.path(), &arguments);
    terminal.wait_for("2 calls failed:");
    terminal.wait_for("which one? ");
    // Enter alone chooses nothing.
    for key in ["\n", "3\n"] {
        terminal.keys(key);
        terminal.wait_for("a number from 1 to 2, please");
    }
    terminal.keys("2\n");
    terminal.wait_for("Q1  Adder.parse(text = \"two\")");
    terminal.keys("y\n");
    terminal.wait_for("BUG  Adder.main");
    terminal.wait_for("│ two");
    terminal.wait_for("is that the bug?");
    terminal.keys("y\n");
    assert_eq!(terminal.end(), 0);
}
