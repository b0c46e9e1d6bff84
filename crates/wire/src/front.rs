//! What a front of another process says to a session, and is told by it.
//!
//! The types mirror those of the crate `inquiry`, which converts them: a front asks by [`Request`] and
//! gets [`Done`] or [`Refusal`]; every front is told each [`Update`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::around::Around;
use crate::exec::Answered;
use crate::lead::Lead;
use crate::line::{Difference, NewOutput, Waiting};
use crate::listing::Listing;
use crate::opened::{Opened, Printed};
use crate::question::{Limits, Question};
use crate::refused::{OpenProblem, SessionProblem, ZoomProblem};
use crate::report::{Candidates, Report, Verdict};

/// What a front wants, and about which state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The number of the state that the front has seen.
    pub about: u64,
    #[serde(flatten)]
    pub request: Request,
}

/// What a front wants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Answer the question.
    Answer(Answered),
    /// Begin with this, which is seen to be wrong: one of the leads, by its path.
    PointAt { path: String },
    /// Take back the latest answers of people; all when there is no number.
    Undo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answers: Option<usize>,
    },
    /// Take back one answer by its number in the history.
    TakeBack { answer: usize },
    /// Ask again what was not known.
    Again,
    /// Ask about this node next: its number, a routine, `ROUTINE#n`, or a loop.
    Jump { to: String },
    /// Close pieces that are thought unlikely: those of this name, else what is asked about.
    Close {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Look into closed pieces after all: those of this name, else all.
    Reopen {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Give a loop a name: the loop of this name, else the one that is asked about.
    Name {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        name: String,
    },
    /// Choose another strategy.
    Strategy { name: String },
    /// Choose other transformations.
    Transform { names: Vec<String> },
    /// Show more or less of the values in questions; the open one is asked again.
    Limits(Limits),
    /// Accept the reported bug and look for the next one.
    Accept,
    /// Go on inside the reported bug, statement by statement; back to the report, when that is done already.
    Zoom,
    /// Which strategy, which transformations and which limits are used.
    Settings,
    /// The suspects that are left.
    List,
    /// What can be seen to be wrong where the search begins.
    Leads,
    /// Everything that was said.
    History,
    /// A value of the piece in question, one level open.
    Open { path: String },
    /// The paths of values of the piece in question that begin like this.
    Paths { begun: String },
    /// The names of the routines that ran.
    Routines,
    /// The source of the piece in question.
    Source,
    /// What was printed during the piece in question.
    Output,
    /// What is around the piece in question.
    Tree,
    /// Write the reports of the bugs found to a file of this name, or of a usual one.
    Save {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Give the running program something to read.
    Input { bytes: Vec<u8> },
    /// The running program has nothing more to read.
    EndOfInput,
    /// Stop the running program; the questions go on.
    Interrupt,
    /// This front will answer nothing any more, but goes on watching.
    Silent,
    /// This front goes. When it was the last one, the session ends.
    Leave,
}

/// What a request led to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "done", rename_all = "kebab-case")]
pub enum Done {
    /// It was done, and every front is told what has changed.
    Changed,
    /// Nothing was answered, since the part was like this before.
    WasBefore {
        path: String,
        /// The number and title of the node that wrote it, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        writer: Option<(usize, String)>,
    },
    Settings {
        strategy: String,
        transforms: Vec<String>,
        /// How much of its values a question shows.
        limits: Limits,
        /// All strategies that there are.
        strategies: Vec<Choice>,
        /// All transformations that there are.
        transformations: Vec<Choice>,
    },
    List(Candidates),
    Leads {
        leads: Vec<Lead>,
    },
    History {
        answers: Vec<Verdict>,
    },
    Opened(Opened),
    Names {
        names: Vec<String>,
    },
    Source(Listing),
    Output(Printed),
    Tree(Around),
    /// The report is in this file.
    Saved {
        file: String,
    },
    /// The program got its input.
    Given,
}

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub name: String,
    /// What is then asked about, in a few words.
    pub asks_about: String,
}

/// Why a request was not done. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "refused", rename_all = "kebab-case")]
pub enum Refusal {
    /// The session has moved on since the front looked: this is where it stands now.
    Stale {
        state: Box<State>,
    },
    NoQuestion,
    NoSubject,
    NoBug,
    NoAnswer,
    NothingUnknown,
    NoSuchNode {
        name: String,
    },
    NoSource,
    NoOutput,
    NoInput,
    NothingRuns,
    /// There is nothing to zoom into, or the call cannot be run again.
    NoZoom {
        problem: ZoomProblem,
    },
    /// The session says no.
    Session {
        problem: SessionProblem,
    },
    /// The value cannot be opened.
    Open {
        problem: OpenProblem,
    },
    /// It could not be kept, so it does not count: the same question is open.
    NotKept {
        problem: String,
    },
    /// The report could not be written.
    NotSaved {
        problem: String,
    },
    /// The session has ended.
    Ended,
}

/// Where a session stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Grows with every state, so that a request can say which one it is about.
    pub number: u64,
    pub view: View,
}

/// What there is to show.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum View {
    /// This is about to be asked; the oracles are asked first.
    Asking { question: Question },
    /// No oracle knows: this question is open for the fronts.
    Question {
        question: Question,
        doubts: Vec<Doubt>,
    },
    /// All that has finished is settled, and the program is still running.
    Waiting {
        /// Whether something was asked before.
        asked: bool,
    },
    /// The last of these bugs was just found; those before it were found earlier and accepted.
    Bug { reports: Vec<Report> },
    /// No question can tell these apart.
    Candidates(Candidates),
    /// These answers cannot all be true.
    Contradiction { clash: Vec<Verdict> },
    /// No suspect is left.
    NoBug {
        /// How many bugs were found before.
        found: usize,
    },
    /// The session has ended; there are no more states.
    Ended { end: End },
}

/// Why an oracle left a question open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Doubt {
    pub by: String,
    pub reason: String,
}

/// How a session ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum End {
    /// A bug was found, and nobody has anything more to say.
    Found,
    NoBug,
    /// Some suspects are left.
    Undecided,
    /// An oracle could not be asked any further.
    OracleFailed {
        problem: String,
        advice: String,
    },
    /// An answer could not be kept, and no front is there to decide what to do.
    NotKept {
        problem: String,
    },
}

/// Something that every front is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "update", rename_all = "kebab-case")]
pub enum Update {
    /// The session stands here now.
    State(State),
    /// Something has happened.
    Notice {
        /// The front that caused it, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u32>,
        notice: Notice,
    },
}

/// Something that has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Notice {
    /// A question was answered.
    Answered {
        /// The number of the question.
        question: usize,
        #[serde(flatten)]
        answered: Answered,
        by: String,
        /// What differs from the right run, when the answer rests on a comparison.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        differs: Vec<Difference>,
        /// Where the part that was pointed at comes from, when a front pointed at one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tracked: Option<Tracked>,
    },
    /// Something that is seen to be wrong was pointed at, by its path.
    Pointed {
        path: String,
        tracked: Tracked,
    },
    /// What was just said or taken back has changed what is known in later runs.
    ForLater {
        /// How many verdicts and trusted routines have come into the knowledge base.
        kept: usize,
        /// How many are out of it.
        forgotten: usize,
        /// The knowledge base.
        file: String,
    },
    Undone {
        answers: usize,
    },
    TookBack {
        answer: usize,
    },
    Again {
        questions: usize,
    },
    /// This oracle does not know the answer; a person is asked only if the search cannot end without.
    Doubted(Doubt),
    /// The search cannot end without what was left for later: this many questions.
    AfterAll {
        questions: usize,
    },
    Jumped {
        to: String,
    },
    Closed {
        pieces: usize,
    },
    Reopened {
        pieces: usize,
    },
    /// A loop that was called `before` is called by another name.
    Named {
        before: String,
        name: String,
    },
    Strategy {
        name: String,
    },
    Transform {
        names: Vec<String>,
    },
    /// Questions are shown within these limits from now on.
    Limits(Limits),
    /// The reported bug was accepted, and the search goes on.
    Accepted,
    /// The statements of the bug are not asked about any more, and which of them is wrong was not found.
    ZoomLeft,
    /// The statements of the bug cannot be asked about.
    NotZoomed {
        problem: ZoomProblem,
    },
    /// The running program printed this.
    #[serde(rename = "heard")]
    NewOutput(NewOutput),
    /// The same as it comes, also while a question is open, for fronts that show it beside the questions.
    OutputBeside(NewOutput),
    /// The program goes on unrecorded, for this reason.
    Cut {
        reason: String,
    },
    /// Something in the recording cannot be read.
    Damaged {
        recording: String,
        note: String,
    },
    /// The session waits for the program.
    Waiting(Waiting),
    /// The program waits for input, or does so no longer.
    WantsInput {
        wants: bool,
    },
    /// A front has stopped the program.
    Stopped,
    /// An oracle's answer could not be kept, so it does not count.
    NotKept {
        problem: String,
    },
    /// What was found could not be written to the report.
    ReportNotWritten {
        problem: String,
    },
}

/// Where a part that was pointed at comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Tracked {
    /// The next question is about this node, which wrote it last.
    Node { node: usize, title: String },
    /// The piece's own code wrote it last.
    Own,
    /// This wrote it last, but it is settled or cannot be asked about.
    Settled { node: usize, title: String },
    /// The own code of this node wrote it last, which holds what is searched and is suspect as it is.
    Suspect { node: usize, title: String },
    /// The next question is about this node, which wrote it last and is no part of what is searched.
    Outside { node: usize, title: String },
    /// The next question is about this node, whose own code wrote it last: it called what is searched.
    Caller { node: usize, title: String },
    /// It was like this before.
    Before {
        /// The number and title of the node that wrote it, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        writer: Option<(usize, String)>,
    },
}
