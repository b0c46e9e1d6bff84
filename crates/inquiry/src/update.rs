//! What fronts are told as it happens.

use std::sync::Arc;

use elenchus_session::{By, Difference, Limits, Question, Reply, Tracked};
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;

use crate::inquiry::FrontId;
use crate::keep::ForLater;
use crate::live::growth::{NewOutput, News, Waiting};
use crate::refusal::{NoZoom, NotKept};
use crate::state::{Doubt, State};

/// Something that every front is told.
#[derive(Clone, Debug)]
pub enum Update {
    /// The session stands here now.
    State(Arc<State>),
    /// Something has happened; caused by this front, if by one. What is kept was kept before.
    Notice {
        from: Option<FrontId>,
        notice: Notice,
    },
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A question was answered.
    Answered {
        question: Arc<Question>,
        reply: Reply,
        by: By,
        /// What differs from the right run, when the answer rests on a comparison.
        differs: Vec<Difference>,
        /// Where the part that was pointed at comes from, when a front pointed at one.
        tracked: Option<Tracked>,
    },
    /// Something that is seen to be wrong was pointed at, by its path; it comes from there.
    Pointed {
        path: String,
        tracked: Tracked,
    },
    /// What was just said or taken back has changed what is known in later runs.
    ForLater(ForLater),
    /// This many answers were taken back.
    Undone(usize),
    /// The answer of this number was taken back.
    TookBack(usize),
    /// What was not known is asked again: this many questions.
    Again(usize),
    /// An oracle does not know the answer, which is left for later.
    Doubted(Doubt),
    /// The search cannot end without what was left for later: this many questions.
    AfterAll(usize),
    /// This node is asked about next.
    Jumped(String),
    /// This many pieces were closed.
    Closed(usize),
    /// This many pieces were opened again.
    Reopened(usize),
    /// A loop that was called `before` is called by another name.
    Named {
        before: String,
        name: String,
    },
    Strategy(StrategyName),
    Transform(Plan),
    /// Questions are shown within these limits from now on.
    Limits(Limits),
    /// The reported bug was accepted, and the search goes on.
    Accepted,
    /// The statements of the bug are not asked about any more, and which of them is wrong was not found.
    ZoomLeft,
    /// The statements of the bug cannot be asked about.
    NotZoomed(NoZoom),
    /// The running program printed this since the last question; told before the next.
    NewOutput(NewOutput),
    /// The running program printed this; told as it comes, also while a question is open, for fronts that have a place for it
    /// beside the questions.
    OutputBeside(NewOutput),
    /// Something about the running program that is worth knowing.
    News(News),
    /// The session waits for the program, and this is known of it.
    Waiting(Waiting),
    /// The program waits for input, or does so no longer; told while the session waits.
    WantsInput(bool),
    /// A front has stopped the program.
    Stopped,
    /// An oracle's answer could not be kept, so it does not count.
    NotKept(NotKept),
    /// What was found could not be written to the report.
    ReportNotWritten(String),
}
