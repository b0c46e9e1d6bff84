//! What depends on the language of a program that is started: one trait, which every language that can be recorded fills in.
//!
//! [`crate::java`] is one. Which there are is listed in one place, the crate `languages`.

use std::ffi::OsString;
use std::fmt::Debug;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::RecordOptions;
use crate::error::LaunchError;

/// An option of a program's command line that a recorded program cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The option as it was given.
    pub option: String,
    /// Why it is left out, as a sentence without its full stop.
    pub reason: &'static str,
}

/// A program that is ready to start.
#[derive(Debug)]
pub struct Ready {
    /// Its command, without the program's own arguments.
    pub command: Command,
    /// What was made for this run only; deleted when the program has ended.
    pub made: Option<TempDir>,
}

/// Starts programs of one language with its recorder in them.
///
/// The recorder writes to `trace`, an absolute path; what it records is said by the options.
pub trait Launcher: Debug + Sync {
    /// The name of the language, as recordings say it.
    fn language(&self) -> &'static str;

    /// Whether a file is source code that can be run as it is.
    fn is_source(&self, file: &Path) -> bool;

    /// What people call the program that a command line of the language runs.
    fn program_name(&self, arguments: &[OsString]) -> Option<String>;

    /// The options of a command line, and of the variables that the language takes options from, that a recorded program
    /// cannot have: it is started without them.
    fn left_out(&self, arguments: &[OsString]) -> Vec<LeftOut>;

    /// Makes a source file ready to run.
    fn ready_source(
        &self,
        file: &Path,
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<Ready, LaunchError>;

    /// Makes a command line of the language ready to run.
    fn ready_arguments(
        &self,
        arguments: &[OsString],
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<Ready, LaunchError>;

    /// Lets the recorder into every program of the language that a command starts. Each of them writes to a folder of its own below
    /// `trace`, which is called like its process.
    fn join(
        &self,
        command: &mut Command,
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<(), LaunchError>;
}
