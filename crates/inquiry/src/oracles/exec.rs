//! A program as an oracle: one JSON question a line in, one JSON answer a line out.
//!
//! The program is started with the first question and kept running. Writing and reading happen on
//! threads of their own, so that a program that neither reads nor answers cannot hang the session.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use elenchus_session::{Answer, By, ErrorRates, Limits, Oracle, OracleError, Question, Reply};
use elenchus_wire::Version;
use elenchus_wire::exec::{Asked, Said};
use rustix::process::{Pid, Signal, kill_process_group};

/// A longer line is not an answer.
const LONGEST: u64 = 1 << 20;

/// How much of a strange answer is quoted.
const QUOTED: usize = 60;

/// An oracle that is a program.
#[derive(Debug)]
pub struct ExecOracle {
    command: String,
    timeout: Duration,
    running: Option<Running>,
    /// How much of its values a question shows to it.
    limits: Limits,
    /// How often it errs; nothing when it is certain of what it says.
    errors: Option<ErrorRates>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<String>,
}

impl ExecOracle {
    /// An oracle that runs `command` in a shell and waits for each answer no longer than `timeout`.
    pub fn new(command: String, timeout: Duration) -> ExecOracle {
        ExecOracle {
            command,
            timeout,
            running: None,
            limits: Limits::PROGRAM,
            errors: None,
        }
    }

    /// The same oracle, which errs this often.
    pub fn erring(self, errors: Option<ErrorRates>) -> ExecOracle {
        // Whoever never errs is believed as ever.
        let errors = errors.filter(|errors| !errors.is_certain());
        ExecOracle { errors, ..self }
    }

    fn error(&self, problem: impl Into<String>, advice: &str) -> OracleError {
        OracleError {
            name: format!("exec:{}", self.command),
            problem: problem.into(),
            advice: advice.to_owned(),
        }
    }

    fn start(&self) -> Result<Running, OracleError> {
        let mut child = Command::new("sh")
            .args(["-c", &self.command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // In a group of its own it can be ended together with whatever it has started.
            .process_group(0)
            .spawn()
            .map_err(|error| {
                self.error(
                    format!("could not be started: {error}"),
                    "check the command",
                )
            })?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(self.error("has no standard streams", "check the command"));
        };
        let (questions, to_write) = channel::<String>();
        thread::spawn(move || {
            for question in to_write {
                if input
                    .write_all(question.as_bytes())
                    .and_then(|()| input.flush())
                    .is_err()
                {
                    return;
                }
            }
        });
        let (read, answers) = channel::<String>();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let got = (&mut output).take(LONGEST).read_until(b'\n', &mut line);
                if !matches!(got, Ok(length) if length > 0) {
                    return;
                }
                let line = String::from_utf8_lossy(&line).into_owned();
                if read.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Running {
            child,
            questions,
            answers,
        })
    }

    fn reply(&mut self, line: &str) -> Result<Option<Reply>, OracleError> {
        let advice =
            "an answer is one line such as {\"answer\": \"right\"}; see docs/guide/oracles.md";
        let strange = || {
            let quoted: String = line.trim().chars().take(QUOTED).collect();
            self.error(
                format!("answered `{quoted}`, which is not an answer"),
                advice,
            )
        };
        let answered = match serde_json::from_str(line).map_err(|_| strange())? {
            Said::Answer(answered) => answered,
            Said::Limits { limits } => {
                self.limits = self.limits.with(limits.into());
                return Ok(None);
            }
        };
        let reply = Reply::try_from(answered).map_err(|_| strange())?;
        Ok(match (reply, self.errors) {
            (Reply::Answer(Answer::Unknown), _) => None,
            // Trust would be acted upon at once, which an oracle that errs is not believed enough for.
            (Reply::Trust(_) | Reply::Answer(Answer::Trusted), Some(_)) => None,
            (Reply::Answer(answer) | Reply::Part(answer, _), Some(errors)) => {
                Some(Reply::Supposed(answer, errors))
            }
            (reply, _) => Some(reply),
        })
    }
}

impl Oracle for ExecOracle {
    fn by(&self) -> By {
        By::Command(self.command.clone())
    }

    fn limits(&self) -> Option<Limits> {
        Some(self.limits)
    }

    fn errors(&self) -> Option<ErrorRates> {
        self.errors
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        let asked = Asked {
            version: Version::EXEC,
            question: question.into(),
        };
        let mut text = serde_json::to_string(&asked)
            .map_err(|error| self.error(format!("cannot be asked: {error}"), ""))?;
        text.push('\n');
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        // A writer that has ended is noticed by the answer that does not come.
        let _ = running.questions.send(text);
        match running.answers.recv_timeout(self.timeout) {
            Ok(line) => {
                self.running = Some(running);
                self.reply(&line)
            }
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.timeout.as_secs_f64();
                Err(self.error(
                    format!("did not answer within {seconds} s"),
                    "mend it, or give it more time with --oracle-timeout; the answers so far are kept",
                ))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let ended = running.child.wait().ok();
                Err(self.error(
                    format!("ended without an answer{}", status(ended)),
                    "it must answer every line it reads; the answers so far are kept",
                ))
            }
        }
    }
}

fn status(ended: Option<ExitStatus>) -> String {
    ended.map_or(String::new(), |status| format!(" ({status})"))
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already, and nobody waits for what it would still say.
        let group = Pid::from_child(&self.child);
        let _ = kill_process_group(group, Signal::KILL);
        let _ = self.child.wait();
    }
}
