//! Where a session stands: what every front shows.

use std::sync::Arc;

use elenchus_session::{By, Candidates, OracleError, Question, Report, Verdict};

use crate::refusal::NotKept;

/// Where a session stands. All fronts see the same states, in the same order.
#[derive(Clone, Debug)]
pub struct State {
    /// Grows with every state, so that a request can say which one it is about.
    pub number: u64,
    pub view: View,
}

/// What there is to show.
#[derive(Clone, Debug)]
pub enum View {
    /// This is about to be asked; the oracles are asked first.
    Asking(Arc<Question>),
    /// No oracle knows: this question is open for the fronts.
    Question {
        question: Arc<Question>,
        doubts: Vec<Doubt>,
    },
    /// All that has finished is settled, and the program is still running.
    Waiting {
        /// Whether something was asked before.
        asked: bool,
    },
    /// The last of these bugs was just found; those before it were found earlier and accepted.
    Bug(Arc<[Report]>),
    /// No question can tell these apart.
    Candidates(Arc<Candidates>),
    /// These answers cannot all be true.
    Contradiction(Arc<[Verdict]>),
    /// No suspect is left, after this many bugs were found.
    NoBug { found: usize },
    /// The session has ended; there are no more states.
    Ended(End),
}

/// Why an oracle left a question open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub by: By,
    pub reason: String,
}

/// How a session ended.
#[derive(Clone, Debug)]
pub enum End {
    /// Nobody has anything more to say.
    Left(Outcome),
    /// An oracle could not be asked any further.
    OracleFailed(Arc<OracleError>),
    /// An answer that no front gave could not be kept, and no front is there to decide what to do.
    NotKept(NotKept),
}

/// What is known at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At least one bug was found.
    Found,
    /// There is no bug.
    NoBug,
    /// Some suspects are left.
    Undecided,
}

impl View {
    /// The question that is being asked, if one is.
    pub fn question(&self) -> Option<&Arc<Question>> {
        match self {
            View::Asking(question) | View::Question { question, .. } => Some(question),
            _ => None,
        }
    }
}
