//! Why a request was not done.

use std::io;
use std::sync::Arc;

use elenchus_session::{OpenError, SessionError};
use elenchus_zoom::zoom::ZoomError;

use crate::state::State;

/// Why a request was not done. Nothing has changed.
#[derive(Debug)]
pub enum Refusal {
    /// The session has moved on since the front looked: this is where it stands now.
    Stale(Arc<State>),
    /// No question is being asked.
    NoQuestion,
    /// No piece of the run is asked about or reported.
    NoSubject,
    /// No bug is found yet.
    NoBug,
    /// Nobody has answered anything that could be taken back.
    NoAnswer,
    /// Nothing was answered with "don't know".
    NothingUnknown,
    /// There is no node of this name.
    NoSuchNode(String),
    /// The source is not known.
    NoSource,
    /// What was printed is not recorded.
    NoOutput,
    /// No program runs that takes input.
    NoInput,
    /// No program runs.
    NothingRuns,
    /// There is nothing to zoom into, or the call cannot be run again.
    NoZoom(NoZoom),
    /// The session says no.
    Session(SessionError),
    /// The value cannot be opened.
    Open(OpenError),
    /// It could not be kept, so it does not count: the same question is open.
    NotKept(NotKept),
    /// The report could not be written.
    NotSaved(io::Error),
    /// The session has ended.
    Ended,
}

/// Why the lines of a bug cannot be asked about.
#[derive(Clone, Debug)]
pub enum NoZoom {
    /// The session was opened without zooming.
    SwitchedOff,
    /// Several calls were judged as one, and which of them holds the bug is not known.
    SeveralCalls,
    /// The bug is one line already.
    OneLine,
    /// Only recorded calls can be run again.
    NotRecorded,
    /// The call could not be run again as it was.
    NotRunAgain(Arc<ZoomError>),
}

/// Why something could not be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotKept {
    /// What the system says, with the file.
    pub problem: String,
}

impl From<io::Error> for NotKept {
    fn from(error: io::Error) -> NotKept {
        NotKept {
            problem: error.to_string(),
        }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Refusal {
        Refusal::Session(error)
    }
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Refusal {
        Refusal::Open(error)
    }
}

impl From<NotKept> for Refusal {
    fn from(problem: NotKept) -> Refusal {
        Refusal::NotKept(problem)
    }
}
