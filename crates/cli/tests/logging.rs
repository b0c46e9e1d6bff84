//! The log: none without `ELENCHUS_LOG`, and no values of the program in it unless more than the usual is asked for.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a program that handles something secret might be recorded as.
const TREE: &str = r#"{"parents": [-1, 0, 0], "labels": ["main", "login", "check"],
    "before": ["", "hunter2", "hunter2"], "after": ["", "hunter3", "hunter3"]}"#;

/// Asks about the tree with this much of a log, and answers *wrong* twice.
fn ask(folder: &Path, log: Option<&str>) -> Output {
    fs::write(folder.join("tree.json"), TREE).unwrap();
    fs::write(folder.join("answers"), "n\nn\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command
        .args(["ask", "tree.json", "--new", "--answers", "answers"])
        .current_dir(folder)
        .env_remove("ELENCHUS_LOG")
        .stdin(Stdio::null());
    if let Some(log) = log {
        command.env("ELENCHUS_LOG", log);
    }
    command.output().unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn nothing_is_logged_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let said = ask(folder.path(), None);
    assert_eq!(
        files(folder.path()),
        ["answers", "tree.json", "tree.json.session"],
        "{said:?}"
    );
}

#[test]
fn the_usual_log_holds_no_values() {
    let folder = tempfile::tempdir().unwrap();
    let quiet = ask(folder.path(), None);
    let said = ask(folder.path(), Some("info"));
    assert_eq!(said.status, quiet.status);
    let log = fs::read_to_string(folder.path().join("tree.json.session.log")).unwrap();
    for expected in ["a question is chosen", "kept"] {
        assert!(log.contains(expected), "no `{expected}` in {log}");
    }
    assert!(!log.contains("hunter"), "{log}");
    assert!(!log.contains("login"), "{log}");
    let shown = String::from_utf8(said.stdout).unwrap();
    assert!(!shown.contains("a question is chosen"), "{shown}");
}

/// Who reads the log knows to which question and to which oracle a line belongs, and for which front something was kept.
#[test]
fn lines_say_what_they_belong_to() {
    let folder = tempfile::tempdir().unwrap();
    let judge = "read -r first; echo '{\"answer\": \"right\"}'\n\
                 while read -r q; do echo '{\"answer\": \"unknown\"}'; done\n";
    fs::write(folder.path().join("judge.sh"), judge).unwrap();
    fs::write(folder.path().join("tree.json"), TREE).unwrap();
    fs::write(folder.path().join("answers"), "n\ny\n").unwrap();
    let said = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["ask", "tree.json", "--answers", "answers"])
        .args(["--oracle", "exec:sh judge.sh", "--strategy", "top-down"])
        .current_dir(folder.path())
        .env("ELENCHUS_LOG", "info")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let log = fs::read_to_string(folder.path().join("tree.json.session.log")).unwrap();
    for expected in [
        ("session: ", "a question is chosen"),
        (
            "session:question{number=1}:oracle{by=exec:sh judge.sh}: ",
            "answered",
        ),
        ("session:question{number=1}:keep: ", "kept"),
        (
            "session:question{number=2}:oracle{by=exec:sh judge.sh}: ",
            "left open",
        ),
        ("keep{front=0}: ", "kept"),
    ] {
        let (span, event) = expected;
        let belongs = |line: &str| line.contains(span) && line.contains(event);
        assert!(
            log.lines().any(belongs),
            "no {expected:?} in {log}\n{said:?}"
        );
    }
    assert!(!log.contains("hunter") && !log.contains("login"), "{log}");
}

/// An oracle that fails may have repeated a value of the program.
#[test]
fn what_a_failing_oracle_said_is_not_in_the_usual_log() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tree.json"), TREE).unwrap();
    fs::write(folder.path().join("said"), "hunter9\n").unwrap();
    let said = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(["ask", "tree.json", "--oracle", "exec:cat said"])
        .current_dir(folder.path())
        .env("ELENCHUS_LOG", "info")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(said.status.code(), Some(5), "{said:?}");
    let log = fs::read_to_string(folder.path().join("tree.json.session.log")).unwrap();
    assert!(log.contains("failed"), "{log}");
    assert!(!log.contains("hunter9"), "{log}");
}

#[test]
fn a_level_that_means_nothing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let said = ask(folder.path(), Some("info=loud=er"));
    assert_eq!(said.status.code(), Some(2));
    let error = String::from_utf8(said.stderr).unwrap();
    assert!(error.contains("ELENCHUS_LOG=info=loud=er"), "{error}");
}
