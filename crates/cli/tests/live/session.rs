//! A session over JSON lines about a program of `tests/java/live`.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Where its standard error stream goes.
const ERRORS: &str = "errors.txt";

/// A session about a program of `tests/java/live`, in a folder of its own.
pub struct Session {
    pub folder: tempfile::TempDir,
    pub child: Child,
    said: BufReader<ChildStdout>,
    typed: ChildStdin,
}

impl Session {
    pub fn about(program: &str) -> Session {
        Session::start(program, &[], &[])
    }

    /// The same with options of elenchus and arguments of the program.
    pub fn start(program: &str, options: &[&str], arguments: &[&str]) -> Session {
        let elenchus = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        Session::by(elenchus, program, options, arguments)
    }

    /// The same as scripts start commands in the background: they ignore Ctrl-C, and so do their children.
    pub fn in_background(program: &str) -> Session {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' INT; exec \"$0\" \"$@\""]);
        shell.arg(env!("CARGO_BIN_EXE_elenchus"));
        Session::by(shell, program, &[], &[])
    }

    fn by(mut elenchus: Command, program: &str, options: &[&str], arguments: &[&str]) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let file = format!("{program}.java");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/live");
        std::fs::copy(sources.join(&file), folder.path().join(&file)).unwrap();
        let errors = File::create(folder.path().join(ERRORS)).unwrap();
        let mut child = elenchus
            // A question that the knowledge base answers would take an answer from the next one.
            .args(["java", "--json", "--no-knowledge", "-o", "trace"])
            .args(options)
            .arg(&file)
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        Session {
            said: BufReader::new(child.stdout.take().unwrap()),
            typed: child.stdin.take().unwrap(),
            child,
            folder,
        }
    }

    /// The next thing it says.
    pub fn message(&mut self) -> Value {
        let mut line = String::new();
        let read = self.said.read_line(&mut line).unwrap();
        assert!(
            read > 0,
            "the session ended without a result: {}",
            self.errors()
        );
        serde_json::from_str(&line).unwrap()
    }

    /// The next question, or how the search ended.
    pub fn next(&mut self) -> Value {
        let wanted = ["question", "found", "candidates", "no-bug", "contradiction"];
        loop {
            let message = self.message();
            if wanted.contains(&message["type"].as_str().unwrap()) {
                return message;
            }
        }
    }

    /// What it said besides.
    pub fn errors(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(ERRORS)).unwrap()
    }

    /// The folder of the trace.
    pub fn trace(&self) -> PathBuf {
        self.folder.path().join("trace")
    }

    /// The process of the program, which has begun.
    pub fn program(&self) -> Pid {
        let text = std::fs::read_to_string(self.trace().join("trace.json")).unwrap();
        let start: Value = serde_json::from_str(&text).unwrap();
        Pid::from_raw(i32::try_from(start["process"].as_i64().unwrap()).unwrap()).unwrap()
    }

    /// The anonymous memory of elenchus, in MiB.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        kib.unwrap_or(0u64) >> 10
    }

    pub fn answer(&mut self, is_wrong: bool) {
        let answer = if is_wrong { "n" } else { "y" };
        writeln!(self.typed, "{answer}").unwrap();
    }

    /// Answers by a rule until the search ends, and leaves. Returns how it ended, how many questions
    /// were asked, and the exit code.
    pub fn answer_all(&mut self, is_wrong: impl Fn(&Value) -> bool) -> (Value, usize, Option<i32>) {
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
