//! What can go wrong before the program runs. Every error completes "failed to …" and says what to do.

use std::path::PathBuf;

/// A recording that could not be started. The command line maps all of these to its exit code for
/// "the program could not be recorded".
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// There is no `java` anywhere we look.
    #[error(
        "find a JDK; install one (17 or newer), or set JAVA_HOME or pass --jdk to say where it is"
    )]
    NoJdk,
    /// The folder that was named is not a JDK.
    #[error("find bin/java in {0}; JAVA_HOME and --jdk must name the folder of a JDK")]
    NotAJdk(PathBuf),
    /// A run time without compiler, and a source file to compile.
    #[error("find javac in {0}; a source file needs a JDK, not only a Java run time")]
    NoCompiler(PathBuf),
    /// The source file is not there or not readable.
    #[error("read {path}")]
    Source {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// `javac` refused the file; its messages are carried along.
    #[error("compile {path}:\n{messages}")]
    Compile {
        /// The file.
        path: PathBuf,
        /// What the compiler printed.
        messages: String,
    },
    /// No type of the file has a `main` method.
    #[error("find a main method in {0}")]
    NoMain(PathBuf),
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
    /// The agent library cannot be put where the JVM can load it.
    #[error(
        "install the recorder's agent in {path}; set XDG_CACHE_HOME to a folder that is yours and that nobody else can \
         write to"
    )]
    Agent {
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
    #[error("record nothing: name a FILE.java, a main class or a command")]
    NothingToRun,
}
