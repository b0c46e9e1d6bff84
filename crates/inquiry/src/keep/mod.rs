//! What outlives a session: its events, what is known for later runs, and reports.

pub mod home;
pub mod keeping;
pub mod knowledge_file;
pub mod markdown;
pub mod place;
pub mod recordings;
pub mod report_file;
mod seen;
pub mod store;

use std::io;
use std::path::PathBuf;

use elenchus_session::Event;

/// Where the events of a session are kept.
pub trait Keeper {
    /// Keeps these events; when it returns they will survive.
    fn keep(&mut self, events: &[Event]) -> io::Result<()>;

    /// What the events that were kept last have changed for later runs, if something.
    fn for_later(&mut self) -> Option<ForLater> {
        None
    }
}

/// What is known for later runs now, or is not any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForLater {
    /// How many verdicts and trusted routines have come into the knowledge base.
    pub kept: usize,
    /// How many are out of it.
    pub forgotten: usize,
    /// The knowledge base.
    pub path: PathBuf,
}

/// Where reports are written to.
pub trait Reports {
    /// Keeps what was found so far, after every change.
    fn found(&mut self, markdown: &str) -> io::Result<()>;

    /// Writes a report to a file of this name, or one of its own choice, and returns its name.
    fn save(&mut self, name: Option<&str>, markdown: &str) -> io::Result<String>;
}
