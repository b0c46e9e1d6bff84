//! Starts a program under the recorder.
//!
//! ```no_run
//! use elenchus_launch::java::Jvm;
//! use elenchus_launch::{RecordOptions, Target, record};
//!
//! let mut options = RecordOptions::new(Target::File(&Jvm, "Chess.java".into()), "chess.trace");
//! options.arguments = vec!["e2e4".into()];
//! let outcome = record(&options, |progress| eprint!("\r{} bytes", progress.raw_bytes))?;
//! std::process::exit(outcome.exit_code());
//! # Ok::<(), elenchus_launch::LaunchError>(())
//! ```
//!
//! [`record`] starts the program, forwards signals to it and waits. A front that asks questions while the program runs
//! uses [`Recording::start`] instead and decides itself what Ctrl-C means. Everything that keeps a program from being
//! recorded at all is a [`LaunchError`]; what happens once it runs is in the [`Outcome`].
//!
//! How programs of a language are started with the recorder in them is a [`Launcher`]; [`java`] is one.
//!
//! | module | holds |
//! |---|---|
//! | [`launcher`] | what depends on the language |
//! | [`java`] | starting JVMs |
//! | `library` | the libraries of recorders, embedded in the binary |
//! | `command` | from options to a command line |
//! | [`signals`] | passing signals on, stopping a process |
//! | [`recording`] | the running program and its outcome |

mod command;
pub mod error;
pub mod java;
pub mod launcher;
mod library;
pub mod recording;
pub mod signals;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

pub use elenchus_pattern::Pattern;
pub use elenchus_recorder::Loops;
pub use error::LaunchError;
pub use launcher::{Launcher, LeftOut};
pub use recording::{Outcome, Progress, Recording, record};

/// What to run.
#[derive(Debug, Clone)]
pub enum Target {
    /// A source file of a language, made ready to run first.
    File(&'static dyn Launcher, PathBuf),
    /// The arguments of a language's own command, without the command itself.
    Arguments(&'static dyn Launcher, Vec<OsString>),
    /// Any command; every process of these languages that it starts is recorded into a folder of its own below the trace folder.
    Command(Vec<&'static dyn Launcher>, Vec<OsString>),
}

impl Target {
    /// What the words after a language's name run: a source file, with the program's own arguments apart, or what the language's own
    /// command would run.
    pub fn of<'w>(
        launcher: &'static dyn Launcher,
        words: &'w [OsString],
    ) -> (Self, &'w [OsString]) {
        match words.split_first() {
            Some((first, arguments)) if launcher.is_source(Path::new(first)) => {
                (Self::File(launcher, first.into()), arguments)
            }
            _ => (Self::Arguments(launcher, words.to_vec()), &[]),
        }
    }

    /// What people call the program, if that can be told.
    pub fn program_name(&self) -> Option<String> {
        match self {
            Self::File(_, file) => Some(file.file_stem()?.to_string_lossy().into_owned()),
            Self::Arguments(launcher, arguments) => launcher.program_name(arguments),
            Self::Command(..) => None,
        }
    }

    /// The options that a recorded program cannot have: it is started without them.
    pub fn left_out(&self) -> Vec<LeftOut> {
        match self {
            Self::Arguments(launcher, arguments) => launcher.left_out(arguments),
            Self::File(launcher, _) => launcher.left_out(&[]),
            Self::Command(launchers, _) => {
                let launchers = launchers.iter();
                launchers
                    .flat_map(|launcher| launcher.left_out(&[]))
                    .collect()
            }
        }
    }
}

/// Where one of the program's standard streams goes.
#[derive(Debug, Default)]
pub enum Stream {
    /// Where ours goes.
    #[default]
    Inherit,
    /// Nowhere.
    Null,
    /// To or from a file.
    File(std::fs::File),
}

impl Stream {
    fn stdio(&self) -> std::io::Result<Stdio> {
        Ok(match self {
            Stream::Inherit => Stdio::inherit(),
            Stream::Null => Stdio::null(),
            Stream::File(file) => file.try_clone()?.into(),
        })
    }
}

/// How to record a program.
#[derive(Debug)]
pub struct RecordOptions {
    /// What to run.
    pub target: Target,
    /// The program's own arguments, at the end of its command line.
    pub arguments: Vec<OsString>,
    /// The folder of the trace. It must be empty or not exist.
    pub trace: PathBuf,
    /// The folder where the language is installed; found by itself when there is none.
    pub home: Option<PathBuf>,
    /// Code to record although the default scope would not.
    pub include: Vec<Pattern>,
    /// Code to leave alone.
    pub exclude: Vec<Pattern>,
    /// Code whose writes are logged and whose calls are not.
    pub writes: Vec<Pattern>,
    /// What to do with long loops.
    pub loops: Loops,
    /// The recording ends when the trace has reached this many bytes; the program goes on.
    pub max_trace: Option<u64>,
    /// Have what it takes to run one recorded call again.
    pub reruns: bool,
    /// Record the local variables of this routine at every statement: `package.Class.method(I)V`.
    pub zoom: Option<String>,
    /// The program's standard input, output and error.
    pub streams: [Stream; 3],
}

impl RecordOptions {
    /// Records everything of the default scope, with our own standard streams.
    pub fn new(target: Target, trace: impl Into<PathBuf>) -> Self {
        Self {
            target,
            arguments: Vec::new(),
            trace: trace.into(),
            home: None,
            include: Vec::new(),
            exclude: Vec::new(),
            writes: Vec::new(),
            loops: Loops::default(),
            max_trace: None,
            reruns: false,
            zoom: None,
            streams: Default::default(),
        }
    }
}
