//! What goes wrong, in words: one line that says what happened, one that says what to do.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use elenchus_inquiry::Outcome;
use elenchus_inquiry::keep::store::StoreError;
use elenchus_inquiry::open::{OpeningError, VersionError};

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// A bug was found, or the command is done.
    Done = 0,
    /// There is no bug.
    NoBug = 1,
    /// Wrong usage or input.
    Usage = 2,
    /// The program could not be run or recorded.
    NotRun = 3,
    /// Some candidates are left.
    Undecided = 4,
    /// An oracle failed.
    Oracle = 5,
    /// Interrupted; everything is saved.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Exit {
        match outcome {
            Outcome::Found => Exit::Done,
            Outcome::NoBug => Exit::NoBug,
            Outcome::Undecided => Exit::Undecided,
        }
    }
}

/// Why a command could not be done.
#[derive(Debug)]
pub struct Trouble {
    pub exit: Exit,
    pub problem: String,
    pub advice: String,
}

impl Trouble {
    /// Wrong usage or input.
    pub fn usage(problem: impl Display, advice: impl Display) -> Trouble {
        Trouble {
            exit: Exit::Usage,
            problem: problem.to_string(),
            advice: advice.to_string(),
        }
    }

    /// The program could not be run or recorded.
    pub fn not_run(problem: impl Display, advice: impl Display) -> Trouble {
        Trouble {
            exit: Exit::NotRun,
            ..Trouble::usage(problem, advice)
        }
    }

    /// Writes it to the standard error stream.
    pub fn show(&self) {
        elenchus_guard::say!("error: {}", self.problem);
        if !self.advice.is_empty() {
            elenchus_guard::say!(" help: {}", self.advice);
        }
    }
}

/// What to do when answers cannot be kept.
pub const ELSEWHERE: &str =
    "choose a place that can be written to with --session-file or --knowledge";

impl From<OpeningError> for Trouble {
    fn from(error: OpeningError) -> Trouble {
        let advice = match &error {
            OpeningError::Store(error) => about_session_file(error),
            OpeningError::Knowledge(_) => {
                "the file is left as it is: mend that line, choose another file with --knowledge, or \
                 go without it by --no-knowledge"
            }
            OpeningError::KnowledgeOfTree { .. } => {
                "leave --knowledge out; the session file keeps the answers"
            }
            OpeningError::PriorOfTree { .. } => "leave --prior out; give priors in the tree file",
            OpeningError::Weights(_) => {
                "each line has a pattern and a number, as in `org.shop.Cart 5`; docs/guide/strategies.md says more"
            }
            OpeningError::Replay { .. } => {
                "the file is left as it is; --new starts over and keeps it under another name"
            }
            OpeningError::NotKept { .. } => ELSEWHERE,
            OpeningError::NothingRecorded { .. } => {
                "record the program again, with --include for code in jars"
            }
            OpeningError::NothingReadable { .. } => {
                "record the program again; `elenchus info` lists all that is damaged"
            }
            OpeningError::Trace { .. } => {
                "`elenchus record java -o TRACE …` makes traces; the folder is left as it is"
            }
            OpeningError::NoRecording { .. } => {
                "give the folder that was named by -o when the program was recorded"
            }
            OpeningError::UnreadableTree { error } | OpeningError::Tree { error, .. } => {
                error.advice()
            }
            OpeningError::NoSuchNode(_) => "`elenchus tree` shows the routines and their calls",
            OpeningError::Version(VersionError::Language(_)) => {
                "answer yourself, or name a recording of a version that was right: --oracle trace:PATH"
            }
            OpeningError::Version(_) => {
                "a version is a jar, a folder of classes, a checkout that was built, or a folder of sources"
            }
            OpeningError::VersionOfTree { .. } => {
                "leave --good and --oracle version: out, or use them with `elenchus java`"
            }
            OpeningError::SourceNotKept { .. } => {
                "make room on the disk, or choose another place with -o"
            }
        };
        Trouble::usage(error, advice)
    }
}

/// What to do about a session file that cannot be used.
fn about_session_file(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unsafe(_) | StoreError::Unusable { .. } => {
            "choose a place that is yours and can be written to with --session-file"
        }
        StoreError::NotSetAside { .. } => {
            "check the permissions of the folder, or choose another --session-file"
        }
        StoreError::InUse { .. } => "end that session, or choose another --session-file",
        StoreError::Damaged { .. } => {
            "the file is left as it is: mend or remove that line, or start over with --new, \
             which keeps the file under another name"
        }
        StoreError::OtherTree { .. } => {
            "start over with --new, which keeps the earlier session under another name"
        }
    }
}

/// Writes a result to the standard output. Whoever reads it may stop when they have seen enough:
/// that is no trouble.
pub fn print(text: &str) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Trouble::usage(
            format!("failed to write the result: {error}"),
            "",
        )),
        _ => Ok(()),
    }
}
