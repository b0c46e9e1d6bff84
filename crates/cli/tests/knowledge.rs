//! The knowledge base across runs: what was said about one recording answers questions about the next.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use elenchus_corpora::jdk::javac;
use serde_json::Value;
use tempfile::TempDir;

/// A class, such as that of the castling example, with a knowledge base beside it.
struct Project {
    folder: TempDir,
    class: &'static str,
}

impl Project {
    fn new() -> Project {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let source = project.join("examples/java/Chess/Chess.java");
        Project::with_class("Chess", &fs::read_to_string(source).unwrap())
    }

    /// A project with one class.
    fn with_class(class: &'static str, source: &str) -> Project {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(format!("{class}.java")), source).unwrap();
        Project { folder, class }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn knowledge(&self) -> String {
        fs::read_to_string(self.file(".elenchus/knowledge.txt")).unwrap()
    }

    fn elenchus(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Compiles and records the program anew.
    fn record(&self, trace: &str) {
        let compiled = javac()
            .current_dir(self.folder.path())
            .args(["-g", "-d", "classes", &format!("{}.java", self.class)])
            .status();
        assert!(compiled.unwrap().success());
        let recorded = self
            .elenchus()
            .args(["record", "java", "-o", trace])
            .args(["--", "-cp", "classes", self.class])
            .output()
            .unwrap();
        assert!(self.file(trace).is_dir(), "{recorded:?}");
    }

    /// Asks about a recording, with these lines typed.
    fn ask(&self, trace: &str, options: &[&str], typed: &str) -> Output {
        fs::write(self.file("typed"), typed).unwrap();
        self.elenchus()
            .args(["ask", trace, "--json"])
            .args(["--answers", "typed"])
            .args(options)
            .output()
            .unwrap()
    }
}

/// The answers that were given, with who gave them.
fn answers(output: &Output) -> Vec<(String, String)> {
    let said = String::from_utf8_lossy(&output.stdout);
    let events = said.lines().map(|line| serde_json::from_str(line).unwrap());
    let answers = events.filter(|event: &Value| event["type"] == "answer");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    answers
        .map(|answer| (text(&answer["answer"]), text(&answer["by"])))
        .collect()
}

fn by_knowledge(output: &Output) -> usize {
    let answers = answers(output);
    answers
        .iter()
        .filter(|(_, by)| by == "knowledge base")
        .count()
}

#[test]
fn a_second_run_on_the_same_bug_asks_nobody() {
    let project = Project::new();
    project.record("first.trace");
    let at = ["--at", "Chess.castling", "--root-is", "known"];
    let at = [&at[..], &["--otherwise", "unknown"]].concat();
    let all_right = "y\n".repeat(20);
    let first = project.ask("first.trace", &at, &all_right);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let asked = answers(&first);
    assert!(!asked.is_empty() && asked.iter().all(|(_, by)| by == "you"));
    let kept = project.knowledge();
    assert_eq!(kept.matches("\nright ").count(), asked.len(), "{kept}");
    assert!(kept.contains("says "), "{kept}");

    project.record("second.trace");
    let second = project.ask("second.trace", &at, "");
    assert_eq!(second.status.code(), Some(0), "{second:?}");
    assert_eq!(by_knowledge(&second), answers(&second).len());
    assert_eq!(answers(&second).len(), asked.len());

    // Without it the same questions are open.
    let none = [
        &at[..],
        &["--no-knowledge", "--session-file", "none.session"],
    ]
    .concat();
    let without = project.ask("second.trace", &none, "");
    assert_eq!(by_knowledge(&without), 0);
    assert_eq!(project.knowledge(), kept);
}

#[test]
fn a_new_answer_replaces_the_old_one_and_undo_forgets_it() {
    let project = Project::new();
    project.record("first.trace");
    project.ask("first.trace", &[], "j Position.right\nn\nq\n");
    assert!(project.knowledge().contains("\nwrong Position.right()V\n"));

    project.record("second.trace");
    // The first answer comes from the knowledge base, is taken back and given anew.
    let typed = "j Position.right\nr 1\nj Position.right\ny\nq\n";
    let second = project.ask("second.trace", &[], typed);
    assert_eq!(by_knowledge(&second), 1, "{second:?}");
    let kept = project.knowledge();
    assert!(kept.contains("\nright Position.right()V\n") && !kept.contains("\nwrong "));

    // The session goes on, and its last answer is undone: it is forgotten here too.
    project.ask("second.trace", &[], "u\nq\n");
    let kept = project.knowledge();
    assert!(!kept.contains("\nright "), "{kept}");
}

#[test]
fn trust_ends_when_the_code_changes() {
    let project = Project::new();
    project.record("first.trace");
    project.ask("first.trace", &[], "j Position.left\nt\nq\n");
    assert!(project.knowledge().contains("\ntrust Position.left()V\n"));

    project.record("same.trace");
    let same = project.ask("same.trace", &[], "j Position.left\nq\n");
    assert_eq!(
        answers(&same),
        [("trusted".to_owned(), "knowledge base".to_owned())]
    );

    let source = fs::read_to_string(project.file("Chess.java")).unwrap();
    let changed = source.replace("x = x - 1;", "x = x - 1 - 0 * y;");
    assert_ne!(source, changed);
    fs::write(project.file("Chess.java"), changed).unwrap();
    project.record("changed.trace");
    let changed = project.ask("changed.trace", &[], "j Position.left\nq\n");
    assert_eq!(answers(&changed), []);
}

#[test]
fn a_damaged_file_is_said_and_left_alone() {
    let project = Project::new();
    project.record("first.trace");
    let damaged = "elenchus-knowledge 1\n\nperhaps Position.left()V\n";
    let file = project.file("elenchus-knowledge.txt");
    fs::write(&file, damaged).unwrap();
    let refused = project.ask("first.trace", &[], "y\n");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("line 3") && said.contains("--no-knowledge"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(file).unwrap(), damaged);
}

/// Where an earlier version has left the file, it goes on being used.
#[test]
fn the_file_of_an_earlier_version_is_used_where_it_is() {
    let project = Project::new();
    project.record("first.trace");
    let old = project.file("elenchus-knowledge.txt");
    fs::write(&old, "elenchus-knowledge 1\n").unwrap();
    project.ask("first.trace", &[], "j Position.right\nn\nq\n");
    let kept = fs::read_to_string(&old).unwrap();
    assert!(kept.contains("\nwrong Position.right()V\n"), "{kept}");
    assert!(!project.file(".elenchus").exists());
    fs::create_dir(project.file(".elenchus")).unwrap();
    fs::write(project.file(".elenchus/knowledge.txt"), "").unwrap();
    project.record("second.trace");
    let second = project.ask("second.trace", &[], "j Position.right\nq\n");
    assert_eq!(by_knowledge(&second), 1, "{second:?}");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(
        said.contains("knowledge.txt is not used as long as"),
        "{said}"
    );
}

/// What is kept is shown when it is kept and when it is used, and can be taken back there.
#[test]
fn what_is_kept_is_shown_and_can_be_taken_back() {
    let project = Project::new();
    let talk = |trace: &str, typed: &str| {
        fs::write(project.file("typed"), typed).unwrap();
        let ask = ["ask", trace, "--answers", "typed"];
        let output = project.elenchus().args(ask).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    project.record("first.trace");
    let kept = "kept for later runs in .elenchus/knowledge.txt; u takes it back";
    let gone = ".elenchus/knowledge.txt does not hold that any more";
    let said = talk(
        "first.trace",
        "j Position.right\nn\nu\nj Position.right\nn\nq\n",
    );
    assert_eq!(said.matches(kept).count(), 2, "{said}");
    assert_eq!(said.matches(gone).count(), 1, "{said}");
    // Neither what should not have been called nor what is pointed at says anything about later runs.
    let said = talk(
        "first.trace",
        "j Position.left\ni\nj Chess.castling\nn t.x\nq\n",
    );
    assert!(!said.contains(kept), "{said}");
    assert_eq!(project.knowledge().matches("\nwrong ").count(), 1);

    project.record("second.trace");
    let said = talk("second.trace", "j Position.right\nr 1\nq\n");
    assert!(
        said.contains("▸ wrong (knowledge base; r 1 forgets it)"),
        "{said}"
    );
    let (_, after) = said.split_once("took answer 1 back").unwrap();
    assert!(after.contains(gone), "{said}");
    assert!(
        after.contains("Q1 Position.right()"),
        "it is asked again: {said}"
    );
    assert!(!project.knowledge().contains("\nwrong "));
    // To go on with the session does not remove what was said elsewhere since.
    project.record("third.trace");
    talk("third.trace", "j Position.right\nn\nq\n");
    talk("second.trace", "q\n");
    assert!(project.knowledge().contains("\nwrong "));
}

/// What went through a standard stream is not kept: it would not be certain.
#[test]
fn uncertain_verdicts_are_not_kept() {
    let project = Project::new();
    project.record("first.trace");
    let said = project.ask("first.trace", &["--root-is", "asked"], "n\nq\n");
    assert_eq!(answers(&said).len(), 1, "{said:?}");
    assert!(!project.file(".elenchus").exists());
}

/// Calls with arrays: one argument, the same array twice, and a counter that changes from call to call.
const ARRAYS: &str = "\
public class Arrays {
    static int calls;

    public static void main(String[] args) {
        int extra = args.length == 0 ? 0 : Integer.parseInt(args[0]);
        int[] numbers = {3, 1, 2};
        int sum = sum(numbers);
        int product = product(numbers, numbers);
        System.exit(sum == 6 && product == 14 ? 0 : 1 + extra);
    }

    static int sum(int[] numbers) {
        int sum = numbers[0];
        sum += numbers[1];
        return sum;
    }

    static int product(int[] left, int[] right) {
        return left[0] * right[0] + left[1] * right[1];
    }
}
";

#[test]
fn arrays_count_by_their_contents_unless_they_may_be_two() {
    let project = Project::with_class("Arrays", ARRAYS);
    project.record("first.trace");
    let typed = "j Arrays.sum\nn\nj Arrays.product\nn\nq\n";
    project.ask("first.trace", &[], typed);
    let kept = project.knowledge();
    assert!(kept.contains("\nwrong Arrays.sum([I)I\n"), "{kept}");
    assert!(!kept.contains("Arrays.product"), "{kept}");

    project.record("second.trace");
    let second = project.ask("second.trace", &[], "j Arrays.sum\nq\n");
    assert!(by_knowledge(&second) >= 1, "{second:?}");

    // Another number in the array is another state.
    let other = ARRAYS.replace("{3, 1, 2}", "{3, 1, 5}");
    fs::write(project.file("Arrays.java"), other).unwrap();
    project.record("other.trace");
    let third = project.ask("other.trace", &[], "j Arrays.sum\nq\n");
    assert_eq!(by_knowledge(&third), 0, "{third:?}");

    // A static field that can change is a part of the state before, whether it is read or not.
    let counting = ARRAYS.replace(
        "int sum = sum(numbers)",
        "calls++;\n        int sum = sum(numbers)",
    );
    fs::write(project.file("Arrays.java"), counting).unwrap();
    project.record("counting.trace");
    let fourth = project.ask("counting.trace", &[], "j Arrays.sum\nq\n");
    assert_eq!(by_knowledge(&fourth), 0, "{fourth:?}");
}

/// The same call three times in one run.
const SAME: &str = "\
public class Same {
    static int twice(int n) {
        int sum = n + n;
        return sum;
    }

    static int more(int by) {
        int first = twice(3);
        return first + by;
    }

    public static void main(String[] args) {
        System.exit(more(1) + more(2) + more(3));
    }
}
";

/// Whoever has judged a call is not asked about the same one again, and is told why.
#[test]
fn identical_calls_of_one_run_are_answered_once() {
    let project = Project::with_class("Same", SAME);
    project.record("first.trace");
    let typed = "j Same.twice\ny\nj Same.twice#2\nj Same.twice#3\nq\n";
    let said = project.ask("first.trace", &[], typed);
    let expected = ["you", "knowledge base", "knowledge base"];
    let expected = expected.map(|by| ("right".to_owned(), by.to_owned()));
    assert_eq!(answers(&said), expected, "{said:?}");
}
