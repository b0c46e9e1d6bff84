//! Why something cannot be done, as data: every front has words of its own.

use elenchus_session::{OpenError, PartError, SessionError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a session cannot do what is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum SessionProblem {
    /// No question is being asked.
    NothingAsked,
    /// No bug has been reported that could be accepted.
    NothingFound,
    NoSuchAnswer {
        /// Its number in the history.
        answer: usize,
    },
    NoSuchNode {
        node: usize,
    },
    /// The node is still running and cannot be asked about yet.
    StillRunning {
        node: usize,
    },
    /// The node is part of a loop, and loops are hidden.
    Hidden {
        node: usize,
    },
    /// There is no such piece with parts of its own, or it is all that is left.
    NothingToClose,
    NothingClosed,
    /// The question is about no loop.
    NoLoop,
    NoSuchLoop {
        name: String,
    },
    /// No routine of this name ran.
    NoSuchRoutine {
        name: String,
    },
    /// The part that was pointed at cannot be followed.
    Part {
        problem: PartProblem,
    },
}

/// Why a part of what is shown cannot be followed to whoever wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum PartProblem {
    /// Nothing of this name is shown.
    NotShown {
        part: String,
        /// What is shown, as a list of names.
        shown: String,
    },
    NoSuchPart {
        of: String,
        rest: String,
    },
    /// Where it comes from is not known.
    NotKnown {
        part: String,
    },
    /// It was made in the piece in question, which cannot have been given it.
    NotGiven {
        part: String,
    },
}

/// Why a value cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum OpenProblem {
    /// No value of this name is shown.
    NoName {
        name: String,
    },
    NoPart {
        whole: String,
        part: String,
    },
    /// This is not written as a path.
    NoPath {
        path: String,
    },
}

/// Why the lines of a bug cannot be asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum ZoomProblem {
    /// Nobody is to be asked about lines in this session.
    SwitchedOff,
    /// Several calls were judged as one, and which of them holds the bug is not known.
    SeveralCalls,
    /// The bug is one line already.
    OneLine,
    /// Only recorded calls can be run again.
    NotRecorded,
    /// The call could not be run again as it was.
    NotRunAgain {
        /// What went wrong, in words.
        problem: String,
    },
}

impl From<&SessionError> for SessionProblem {
    fn from(error: &SessionError) -> SessionProblem {
        match error {
            SessionError::NothingAsked => SessionProblem::NothingAsked,
            SessionError::NothingFound => SessionProblem::NothingFound,
            SessionError::NoSuchAnswer(answer) => SessionProblem::NoSuchAnswer { answer: *answer },
            SessionError::NoSuchEntry(entry) => SessionProblem::NoSuchAnswer {
                answer: entry.place + 1,
            },
            SessionError::NoSuchNode(node) => SessionProblem::NoSuchNode { node: node.0 },
            SessionError::StillRunning(node) => SessionProblem::StillRunning { node: node.0 },
            SessionError::Hidden(node) => SessionProblem::Hidden { node: node.0 },
            SessionError::NothingToClose => SessionProblem::NothingToClose,
            SessionError::NothingClosed => SessionProblem::NothingClosed,
            SessionError::NoLoop => SessionProblem::NoLoop,
            SessionError::NoSuchLoop(name) => SessionProblem::NoSuchLoop { name: name.clone() },
            SessionError::NoSuchRoutine(name) => {
                SessionProblem::NoSuchRoutine { name: name.clone() }
            }
            SessionError::Part(error) => SessionProblem::Part {
                problem: error.into(),
            },
        }
    }
}

impl From<&PartError> for PartProblem {
    fn from(error: &PartError) -> PartProblem {
        match error.clone() {
            PartError::NotShown { part, shown } => PartProblem::NotShown { part, shown },
            PartError::NoSuchPart { of, rest } => PartProblem::NoSuchPart { of, rest },
            PartError::NotKnown(part) => PartProblem::NotKnown { part },
            PartError::NotGiven(part) => PartProblem::NotGiven { part },
        }
    }
}

impl From<&OpenError> for OpenProblem {
    fn from(error: &OpenError) -> OpenProblem {
        match error.clone() {
            OpenError::NoName(name) => OpenProblem::NoName { name },
            OpenError::NoPart { whole, part } => OpenProblem::NoPart { whole, part },
            OpenError::NoPath(path) => OpenProblem::NoPath { path },
        }
    }
}
