//! Questions about programs that have not ended and perhaps never will, asked while they run.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// A session about a program of `tests/java/live`, in a folder of its own.
struct Session {
    folder: tempfile::TempDir,
    child: Child,
    said: BufReader<ChildStdout>,
    typed: ChildStdin,
}

impl Session {
    fn about(program: &str) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let file = format!("{program}.java");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/live");
        std::fs::copy(sources.join(&file), folder.path().join(&file)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .args(["java", "--json", &file])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Session {
            said: BufReader::new(child.stdout.take().unwrap()),
            typed: child.stdin.take().unwrap(),
            child,
            folder,
        }
    }

    /// The next question, or how the search ended.
    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            let read = self.said.read_line(&mut line).unwrap();
            assert!(read > 0, "the session ended without a result");
            let message: Value = serde_json::from_str(&line).unwrap();
            let kind = message["type"].as_str().unwrap();
            if ["question", "found", "candidates", "no-bug", "contradiction"].contains(&kind) {
                return message;
            }
        }
    }

    fn answer(&mut self, is_wrong: bool) {
        let answer = if is_wrong { "n" } else { "y" };
        writeln!(self.typed, "{answer}").unwrap();
    }

    /// Answers by a rule until the search ends, and leaves. Returns how it ended, how many questions
    /// were asked, and the exit code.
    fn answer_all(&mut self, is_wrong: impl Fn(&Value) -> bool) -> (Value, usize, Option<i32>) {
        let mut questions = 0;
        let end = loop {
            let message = self.next();
            if message["type"] != "question" {
                break message;
            }
            questions += 1;
            assert!(questions < 60, "too many questions: {message}");
            self.answer(is_wrong(&message));
        };
        writeln!(self.typed, "q").unwrap();
        let code = self.child.wait().unwrap().code();
        (end, questions, code)
    }
}

impl Drop for Session {
    /// Leaves no program behind when a test fails: the first Ctrl-C stops it, the second us.
    fn drop(&mut self) {
        while let Ok(None) = self.child.try_wait() {
            let _ = kill_process(Pid::from_child(&self.child), Signal::INT);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
    }
}

/// Whether a question is about something that has not ended, or not by itself.
fn runs(question: &Value) -> bool {
    let mut values = question["values"].as_array().unwrap().iter();
    values.any(|value| {
        value["name"] == "still running" || value["after"] == "it ended together with the program"
    })
}

/// What the loop or call should have ended, as everything around it; the iteration it is in is right.
fn should_have_ended(question: &Value, routine: &str) -> bool {
    let in_it = question["routine"] == routine && question["kind"] == "iteration";
    runs(question) && !in_it
}

#[test]
fn an_endless_loop_is_located_while_it_runs() {
    let mut session = Session::about("EndlessLoop");
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessLoop.halvings"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessLoop.halvings", "{end}");
    assert_eq!(end["kind"], "loop", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_hangs_is_asked_about_as_it_hangs() {
    let mut session = Session::about("EndlessWaiting");
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessWaiting.await", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn an_endless_recursion_is_located() {
    let mut session = Session::about("EndlessRecursion");
    let (end, questions, code) = session.answer_all(|question| {
        question["routine"].as_str().unwrap().contains("divisor")
            || question["routine"] == "EndlessRecursion.main"
    });
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessRecursion.divisor", "{end}");
    assert!(questions < 40, "{questions} questions");
    assert_eq!(code, Some(0));
}

#[test]
fn ctrl_c_stops_the_program_and_the_questions_go_on() {
    let mut session = Session::about("EndlessWaiting");
    let first = session.next();
    assert_eq!(first["type"], "question", "{first}");
    kill_process(Pid::from_child(&session.child), Signal::INT).unwrap();
    session.answer(should_have_ended(&first, "EndlessWaiting.await"));
    let (end, _, code) =
        session.answer_all(|question| should_have_ended(question, "EndlessWaiting.await"));
    assert_eq!(end["type"], "found", "{end}");
    assert_eq!(end["routine"], "EndlessWaiting.await", "{end}");
    assert_eq!(code, Some(0));
}

#[test]
fn ctrl_c_twice_leaves_and_nothing_is_lost() {
    let mut session = Session::about("EndlessWaiting");
    session.next();
    session.answer(false);
    session.next();
    let process = Pid::from_child(&session.child);
    kill_process(process, Signal::INT).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill_process(process, Signal::INT).unwrap();
    assert_eq!(session.child.wait().unwrap().code(), Some(130));
    let trace = session.folder.path().join("EndlessWaiting.elenchus");
    assert!(trace.join("trace.json").is_file());
}
