//! What can keep a Java program from starting. Every error completes "failed to …" and says what to do.

use std::path::PathBuf;

use crate::error::LaunchError;

/// A Java program that could not be started.
#[derive(Debug, thiserror::Error)]
pub enum JavaError {
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
}

impl From<JavaError> for LaunchError {
    fn from(error: JavaError) -> Self {
        Self::Language(Box::new(error))
    }
}
