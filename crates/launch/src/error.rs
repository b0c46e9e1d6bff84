//! What can go wrong before the program runs. Every error completes "failed to …" and says what to do.

use std::path::PathBuf;

/// A recording that could not be started. The command line maps all of these to its exit code for
/// "the program could not be recorded".
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// What only programs of one language can be in want of.
    #[error(transparent)]
    Language(Box<dyn std::error::Error + Send + Sync>),
    /// The source file is not there or not readable.
    #[error("read {path}")]
    Source {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The trace folder exists and holds something.
    #[error(
        "record into {0}: it exists and is not empty; choose another folder with -o, or remove it"
    )]
    TraceExists(PathBuf),
    /// The trace folder cannot be made or written to.
    #[error("write to the trace folder {path}; choose another one with -o")]
    TraceFolder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The recorder's library cannot be put where programs can load it.
    #[error(
        "install the recorder in {path}; set XDG_CACHE_HOME to a folder that is yours and that nobody else can \
         write to"
    )]
    Library {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The child did not start at all.
    #[error("start {program}")]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// Waiting for the child failed.
    #[error("wait for the recorded program")]
    Wait(#[source] std::io::Error),
    /// An empty command line.
    #[error("record nothing: name a source file, a program or a command")]
    NothingToRun,
}
