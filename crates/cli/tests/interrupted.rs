//! Sessions that are cut off: Ctrl-C, and kill -9 at any moment. Every answer that was taken in is
//! still there afterwards.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

const PROMPT: &str = "right? ";

fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args([
            "ask",
            "chain.json",
            "--strategy",
            "top-down",
            "--transform",
            "none",
        ])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A root with 40 calls side by side: 40 questions for top-down as long as all are right.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let parents: Vec<i64> = std::iter::once(-1).chain([0; 40]).collect();
    let tree = format!("{{\"parents\": {parents:?}}}");
    std::fs::write(folder.path().join("chain.json"), tree).unwrap();
    folder
}

/// Reads until a question is asked, and returns its number.
fn question(out: &mut BufReader<ChildStdout>) -> usize {
    let mut seen = String::new();
    while !seen.ends_with(PROMPT) {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        seen.push(char::from(byte[0]));
    }
    let number = seen.rsplit_once("\nQ").unwrap().1;
    number.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn ctrl_c_ends_with_130_and_everything_is_saved() {
    let folder = folder();
    let mut child = start(folder.path());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(question(&mut out), 1);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "y").unwrap();
    assert_eq!(question(&mut out), 2);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut errors = String::new();
    let stderr = child.stderr.take().unwrap();
    BufReader::new(stderr).read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(
        errors.contains("`elenchus ask chain.json` goes on"),
        "{errors}"
    );

    let mut child = start(folder.path());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(question(&mut out), 2);
    drop(child.stdin.take());
    child.wait().unwrap();
}

#[test]
fn kill_at_any_moment_loses_no_answer_that_was_taken_in() {
    let folder = folder();
    let rounds = if std::env::var_os("ELENCHUS_LONG").is_some() {
        200
    } else {
        20
    };
    let mut confirmed = 1;
    for round in 0..rounds {
        let mut child = start(folder.path());
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut stdin = child.stdin.take().unwrap();
        let resumed = question(&mut out);
        // The answer in flight when it was killed may or may not have been taken in.
        assert!(
            resumed == confirmed || resumed == confirmed + 1,
            "round {round}"
        );
        confirmed = resumed;
        if confirmed > 36 {
            writeln!(stdin, "u all").unwrap();
            confirmed = question(&mut out);
            assert_eq!(confirmed, 1);
        }
        writeln!(stdin, "y").unwrap();
        confirmed = question(&mut out).max(confirmed);
        // One more answer, and the end comes at some moment while it is being dealt with.
        writeln!(stdin, "y").unwrap();
        std::thread::sleep(Duration::from_micros(round * 137 % 2500));
        kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn two_sessions_on_one_tree_do_not_mix() {
    let folder = folder();
    let mut first = start(folder.path());
    let mut out = BufReader::new(first.stdout.take().unwrap());
    question(&mut out);
    let mut stdin = first.stdin.take().unwrap();
    writeln!(stdin, "y").unwrap();
    question(&mut out);
    let second = start(folder.path()).wait_with_output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let errors = String::from_utf8(second.stderr).unwrap();
    assert!(errors.contains("in use by another session"), "{errors}");
    drop(stdin);
    let mut rest = String::new();
    out.read_line(&mut rest).unwrap();
    first.wait().unwrap();
}
