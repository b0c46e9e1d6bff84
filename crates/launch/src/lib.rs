//! Starts a program under the recorder.
//!
//! ```no_run
//! use elenchus_launch::{RecordOptions, Target, record};
//!
//! let mut options = RecordOptions::new(Target::File("Chess.java".into()), "chess.trace");
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
//! The agent is embedded in the binary and needs no configuration. `ELENCHUS_AGENT` names another library, for
//! development.
//!
//! | module | holds |
//! |---|---|
//! | [`jdk`] | finding a JDK |
//! | `source` | compiling a single source file |
//! | `jars` | which jars of a command line hold the program |
//! | `agent` | the embedded agent library |
//! | `command` | from options to a command line |
//! | `signals` | passing signals on |
//! | [`recording`] | the running program and its outcome |

mod agent;
mod command;
pub mod error;
mod jars;
pub mod jdk;
mod jvm_options;
pub mod recording;
mod signals;
mod source;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;

pub use elenchus_jvm::options::Loops;
pub use elenchus_jvm::scope::Pattern;
pub use error::LaunchError;
pub use recording::{Outcome, Progress, Recording, record};

/// What to run.
#[derive(Debug, Clone)]
pub enum Target {
    /// A source file, compiled first.
    File(PathBuf),
    /// The arguments of a `java` command, without `java` itself: `-cp classes Main`, `-jar app.jar`.
    Java(Vec<OsString>),
    /// Any command; every JVM it starts is recorded into a folder of its own below the trace folder.
    Command(Vec<OsString>),
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

/// Options of a `java` command that a recorded JVM cannot have: it is started without them.
pub fn left_out(target: &Target) -> Vec<String> {
    match target {
        Target::Java(arguments) => jvm_options::adapted(arguments).left_out,
        Target::File(_) | Target::Command(_) => Vec::new(),
    }
}

/// How to record a program.
#[derive(Debug)]
pub struct RecordOptions {
    /// What to run.
    pub target: Target,
    /// The program's own arguments; after the main class of [`Target::File`], at the end of the others.
    pub arguments: Vec<OsString>,
    /// The folder of the trace. It must be empty or not exist.
    pub trace: PathBuf,
    /// The folder of the JDK; found by itself when there is none.
    pub jdk: Option<PathBuf>,
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
            jdk: None,
            include: Vec::new(),
            exclude: Vec::new(),
            writes: Vec::new(),
            loops: Loops::default(),
            max_trace: None,
            streams: Default::default(),
        }
    }
}
