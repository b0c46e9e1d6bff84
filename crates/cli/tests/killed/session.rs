//! A session over JSON lines that may be killed.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::Value;

pub struct Session {
    child: Child,
    stdin: ChildStdin,
    out: BufReader<ChildStdout>,
    /// Whether a question is open.
    asked: bool,
}

impl Session {
    /// Starts it with whatever it starts itself in a process group of their own.
    pub fn start(mut command: Command) -> Session {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        Session {
            stdin: child.stdin.take().unwrap(),
            out: BufReader::new(child.stdout.take().unwrap()),
            child,
            asked: false,
        }
    }

    /// The process group it was started in.
    pub fn group(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Types a line.
    pub fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// The next thing it says of this type; says what it said instead when there is none.
    fn next(&mut self, wanted: &str) -> Value {
        let mut said = String::new();
        loop {
            let start = said.len();
            let read = self.out.read_line(&mut said).unwrap();
            assert!(read > 0, "no {wanted} in what was said:\n{said}");
            let event: Value = serde_json::from_str(&said[start..]).unwrap();
            if event["type"] == wanted {
                return event;
            }
        }
    }

    /// Answers this many questions with "do not know", which leaves others to be asked. `kept` counts the answers that were confirmed.
    pub fn answer_for(&mut self, kept: &mut usize, times: u64) {
        if !self.asked {
            self.next("question");
            self.asked = true;
        }
        for _ in 0..times {
            self.say("d");
            self.next("answer");
            *kept += 1;
            self.next("question");
        }
    }

    /// Waits until the answer that was typed last is confirmed.
    pub fn await_answer(&mut self, kept: &mut usize) {
        self.next("answer");
        *kept += 1;
        self.asked = false;
    }

    /// Checks that all confirmed answers are there. One more may be: that in flight when the session
    /// before was killed.
    pub fn expect_kept(&mut self, kept: &mut usize) {
        self.answer_for(kept, 0);
        self.say("h");
        let history = self.next("history");
        let answers = history["answers"].as_array().unwrap().len();
        assert!(
            answers == *kept || answers == *kept + 1,
            "{answers} answers are kept, {kept} were confirmed"
        );
        *kept = answers;
    }

    /// Kills elenchus alone.
    pub fn kill(&mut self) {
        kill_process(Pid::from_child(&self.child), Signal::KILL).unwrap();
        self.child.wait().unwrap();
    }

    /// Kills elenchus and the program that it started at once.
    pub fn kill_with_program(&mut self) {
        kill_process_group(Pid::from_child(&self.child), Signal::KILL).unwrap();
        self.child.wait().unwrap();
    }
}
