//! Files that somebody else has put where Elenchus reads and writes: links in a checkout, files and folders that other users
//! can change, files that are no sessions, and recordings that change while a session goes on.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use support::{Said, command, elenchus};
use tempfile::TempDir;

const TREE: &str = r#"{"parents": [-1, 0, 0], "labels": ["main", "f", "g"]}"#;

const PROGRAM: &str = r#"
public class Sums {
    static int twice(int x) { int sum = x; sum += x; return sum; }
    static int third(int x) { int part = x; part = part / 3; return part; }
    public static void main(String[] args) {
        int a = twice(4);
        int b = third(9);
        if (a + b != 12) throw new IllegalStateException("wrong");
    }
}
"#;

/// A project with a recording, `trace`, in a folder of its own.
struct Project(TempDir);

impl Project {
    fn recorded() -> Project {
        let project = Project(tempfile::tempdir().unwrap());
        fs::write(project.file("Sums.java"), PROGRAM).unwrap();
        let said = elenchus(
            project.folder(),
            &["record", "java", "-o", "trace", "Sums.java"],
        );
        assert!(project.file("trace").is_dir(), "{said:#?}");
        project
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Answers the questions about single calls with *right*, in a session of its own.
    fn ask(&self, session: &str, options: &[&str]) -> Said {
        self.answer("y\n", session, options)
    }

    /// The same with other answers, as a user whose notes are in this project.
    fn answer(&self, answers: &str, session: &str, options: &[&str]) -> Said {
        fs::write(self.file("answers"), answers.repeat(10)).unwrap();
        let fixed = [
            "ask",
            "trace",
            "--transform",
            "none",
            "--answers",
            "answers",
        ];
        let arguments = [&fixed[..], &["--session-file", session], options].concat();
        let output = command(self.folder(), &arguments)
            .env("XDG_STATE_HOME", self.file("state"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Said::of(&output)
    }
}

fn tree_in(folder: &Path) {
    fs::write(folder.join("tree.json"), TREE).unwrap();
}

#[test]
fn a_link_planted_for_the_new_knowledge_is_not_written_through() {
    let project = Project::recorded();
    let victim = project.file("victim");
    fs::write(&victim, "precious").unwrap();
    fs::create_dir(project.file(".elenchus")).unwrap();
    symlink(&victim, project.file(".elenchus/knowledge.txt.new")).unwrap();
    project.ask("one", &[]);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    let kept = fs::read_to_string(project.file(".elenchus/knowledge.txt")).unwrap();
    assert!(kept.contains("\nright "), "{kept}");
}

#[test]
fn knowledge_that_is_a_link_is_left_alone_and_the_session_goes_on() {
    let project = Project::recorded();
    let victim = project.file("victim");
    fs::write(&victim, "elenchus-knowledge 1\n").unwrap();
    symlink(&victim, project.file("elenchus-knowledge.txt")).unwrap();
    let said = project.ask("one", &[]);
    assert!(said.err.contains("is a symbolic link"), "{said:#?}");
    assert!(said.out.contains("Q1"), "{said:#?}");
    assert_eq!(
        fs::read_to_string(&victim).unwrap(),
        "elenchus-knowledge 1\n"
    );
    let named = project.ask("two", &["--knowledge", "elenchus-knowledge.txt"]);
    named.expect(2, &["is a symbolic link"]);
}

/// Whatever a checkout puts in the place of the project's own folder, nothing is kept through it.
#[test]
fn a_folder_that_is_a_link_is_not_used() {
    let project = Project::recorded();
    let elsewhere = project.file("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, project.file(".elenchus")).unwrap();
    let said = project.ask("one", &[]);
    assert!(said.err.contains("is a symbolic link"), "{said:#?}");
    assert!(said.out.contains("Q2"), "{said:#?}");
    let recorded = elenchus(
        project.folder(),
        &[
            "java",
            "--no-knowledge",
            "--answers",
            "answers",
            "Sums.java",
        ],
    );
    assert!(recorded.err.contains("is a symbolic link"), "{recorded:#?}");
    assert!(project.file("Sums.elenchus").is_dir(), "{recorded:#?}");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
}

#[test]
fn knowledge_that_others_can_change_is_left_alone() {
    let project = Project::recorded();
    project.ask("one", &[]);
    let knowledge = project.file(".elenchus/knowledge.txt");
    let kept = fs::read_to_string(&knowledge).unwrap();
    fs::set_permissions(project.folder(), fs::Permissions::from_mode(0o777)).unwrap();
    let said = project.ask("two", &[]);
    assert!(said.err.contains("other users can write to"), "{said:#?}");
    assert!(!said.out.contains("knowledge base"), "{said:#?}");
    fs::set_permissions(project.folder(), fs::Permissions::from_mode(0o700)).unwrap();
    if chown(&knowledge, Some(65534), None).is_err() {
        eprintln!("skipped: only the administrator can give files away");
        return;
    }
    let said = project.ask("three", &[]);
    assert!(said.err.contains("belongs to another user"), "{said:#?}");
    assert_eq!(fs::read_to_string(&knowledge).unwrap(), kept);
}

#[test]
fn knowledge_from_elsewhere_is_shown_before_its_first_use_and_only_then() {
    let project = Project::recorded();
    let own = project.ask("one", &[]);
    assert!(!own.out.contains("somebody else said"), "{own:#?}");
    let again = project.ask("two", &[]);
    assert!(again.out.contains("knowledge base"), "{again:#?}");
    assert!(!again.out.contains("somebody else said"), "{again:#?}");
    // For somebody who gets the file with a checkout, it is new.
    fs::remove_dir_all(project.file("state")).unwrap();
    let first = project.ask("three", &[]);
    let shown = first.out.find("somebody else said").expect("it is shown");
    let used = first
        .out
        .find("(knowledge base; r 1 forgets it)")
        .expect("it is used");
    assert!(shown < used, "{first:#?}");
    assert!(first.out.contains("right: Sums."), "{first:#?}");
    let second = project.ask("four", &[]);
    assert!(!second.out.contains("somebody else said"), "{second:#?}");
}

#[test]
fn inadmissible_is_not_kept_for_later_runs() {
    let project = Project::recorded();
    let said = project.answer("i\n", "one", &[]);
    assert!(said.out.contains("inadmissible (you)"), "{said:#?}");
    let kept = fs::read_to_string(project.file(".elenchus/knowledge.txt")).unwrap_or_default();
    assert!(!kept.contains("inadmissible"), "{kept}");
}

#[test]
fn a_file_that_is_no_session_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    tree_in(folder.path());
    let arguments = [
        "ask",
        "--otherwise",
        "right",
        "--session-file",
        "notes",
        "tree.json",
    ];
    for contents in [
        "my notes, without a line break",
        "my notes\n",
        "{\"elenchus\"",
        "\0\0",
    ] {
        fs::write(folder.path().join("notes"), contents).unwrap();
        elenchus(folder.path(), &arguments).expect(2, &["notes:1: this is not"]);
        let left = fs::read_to_string(folder.path().join("notes")).unwrap();
        assert_eq!(left, contents);
    }
    fs::write(folder.path().join("notes"), "").unwrap();
    assert_ne!(elenchus(folder.path(), &arguments).code, Some(2));
}

#[test]
fn a_session_is_not_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    tree_in(folder.path());
    let arguments = ["ask", "--otherwise", "right", "tree.json"];
    let session = folder.path().join("tree.json.session");
    let victim = folder.path().join("victim");
    symlink(&victim, &session).unwrap();
    elenchus(folder.path(), &arguments);
    assert!(!victim.exists());
    fs::write(&victim, "").unwrap();
    elenchus(folder.path(), &arguments).expect(2, &["is a symbolic link"]);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "");
}

/// A session at which answers are typed one by one.
struct Typing {
    child: std::process::Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Typing {
    fn start(folder: &Path, arguments: &[&str]) -> Typing {
        let mut child = command(folder, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Typing { child, out }
    }

    /// Reads up to the next question.
    fn until_question(&mut self) {
        let mut line = String::new();
        while self.out.read_line(&mut line).unwrap() > 0 {
            if line.contains("\"type\":\"question\"") {
                return;
            }
            line.clear();
        }
        panic!("no question came");
    }

    fn type_in(&mut self, line: &str) {
        // A session that has ended reads no more, which is what some tests are about.
        let _ = writeln!(self.child.stdin.as_mut().unwrap(), "{line}");
    }

    fn end(mut self) -> Said {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.out, &mut rest).unwrap();
        let output = self.child.wait_with_output().unwrap();
        Said {
            out: rest,
            ..Said::of(&output)
        }
    }
}

#[test]
fn answers_are_not_said_to_be_kept_in_a_file_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let parents: Vec<i32> = std::iter::once(-1)
        .chain(std::iter::repeat_n(0, 30))
        .collect();
    let tree = serde_json::json!({ "parents": parents }).to_string();
    fs::write(folder.path().join("tree.json"), tree).unwrap();
    let mut session = Typing::start(folder.path(), &["ask", "--json", "tree.json"]);
    session.until_question();
    session.type_in("y");
    session.until_question();
    fs::remove_file(folder.path().join("tree.json.session")).unwrap();
    session.type_in("y");
    let said = session.end();
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains("was removed or replaced"), "{said:#?}");
    assert!(!folder.path().join("tree.json.session").exists());
}

const LONG: &str = r#"
public class Long {
    static int sum;
    static void add(int x) { int twice = x + x; sum += twice; }
    static void some(int from) { for (int i = 0; i < 1000; i++) add(from + i); }
    public static void main(String[] args) {
        for (int i = 0; i < 200; i++) some(i);
    }
}
"#;

#[test]
fn a_recording_cut_short_in_mid_session_is_an_error_with_words() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Long.java"), LONG).unwrap();
    elenchus(
        folder.path(),
        &["record", "java", "-o", "trace", "Long.java"],
    );
    elenchus(folder.path(), &["info", "trace"]).expect(0, &["nodes"]);
    let mut session = Typing::start(folder.path(), &["ask", "--json", "trace"]);
    session.until_question();
    for entry in fs::read_dir(folder.path().join("trace/derived")).unwrap() {
        let file = fs::File::options().write(true).open(entry.unwrap().path());
        file.unwrap().set_len(0).unwrap();
    }
    for _ in 0..30 {
        session.type_in("n");
    }
    let said = session.end();
    said.expect(
        2,
        &["was cut short by another program", "the answers are kept"],
    );
}
