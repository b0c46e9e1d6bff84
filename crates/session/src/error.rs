//! What cannot be done in a session.

use thiserror::Error;

use crate::event::NoSuchEntry;
use crate::number::NodeNumber;
use crate::part::PartError;

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
    NoSuchNode(NodeNumber),
    #[error("node {0} is still running and cannot be asked about yet")]
    StillRunning(NodeNumber),
    #[error("node {0} is part of a loop, and loops are hidden")]
    Hidden(NodeNumber),
    #[error(
        "there is nothing to close: no such piece with parts of its own, or it is all that is left"
    )]
    NothingToClose,
    #[error("nothing of that is closed")]
    NothingClosed,
    #[error("the question is about no loop")]
    NoLoop,
    #[error("there is no loop `{0}`")]
    NoSuchLoop(String),
    #[error("no routine that ran is called `{0}`")]
    NoSuchRoutine(String),
    #[error(transparent)]
    NoSuchEntry(#[from] NoSuchEntry),
    #[error(transparent)]
    Part(#[from] PartError),
}
