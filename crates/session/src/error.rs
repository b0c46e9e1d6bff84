//! What cannot be done in a session.

use elenchus_strategy::UnknownStrategy;
use elenchus_transform::NameError;
use thiserror::Error;

/// Why something cannot be done now.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SessionError {
    #[error("no question is being asked")]
    NothingAsked,
    #[error("no bug has been reported that could be accepted")]
    NothingFound,
    #[error("there is no answer number {0}")]
    NoSuchAnswer(usize),
    #[error("there is no node {0}")]
    NoSuchNode(usize),
    #[error("node {0} is still running and cannot be asked about yet")]
    StillRunning(usize),
    #[error("node {0} is part of a loop, and loops are hidden; x loops shows them")]
    Hidden(usize),
    #[error("`{0}` is not an answer")]
    UnknownAnswer(String),
    #[error(transparent)]
    Strategy(UnknownStrategy),
    #[error(transparent)]
    Plan(NameError),
}
