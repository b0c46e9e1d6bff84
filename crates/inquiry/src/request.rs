//! What a front can ask of a session, and what it gets back.

use elenchus_session::{
    Around, Candidates, Lead, Limits, NodeNumber, OpenedValue, Printed, Reply, Verdict, Wish,
};
use elenchus_source::Listing;
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;

/// What a front wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Answer the question; also by pointing at a part, or by trusting a pattern of routines.
    Answer(Reply),
    /// Begin with this, which is seen to be wrong: one of [`Request::Leads`], by its path.
    PointAt(String),
    /// Take back the latest answers of people; all when there is no number.
    Undo(Option<usize>),
    /// Take back one answer by its number in the history.
    TakeBack(usize),
    /// Ask again what was not known.
    Again,
    /// Ask about this node next: its number, a routine, `ROUTINE#n`, or a loop.
    Jump(String),
    /// Close pieces that are thought unlikely: those of this name, else what is asked about.
    Close(Option<String>),
    /// Look into closed pieces after all: those of this name, else all.
    Reopen(Option<String>),
    /// Give a loop a name: the loop of this name, else the one that is asked about.
    Name { of: Option<String>, name: String },
    /// Choose another strategy.
    Strategy(StrategyName),
    /// Choose other transformations.
    Transform(Plan),
    /// Show more or less of the values in questions.
    Limits(Wish),
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
    Open(String),
    /// The paths of values of the piece in question that begin like this.
    Paths(String),
    /// The names of the routines that ran.
    Routines,
    /// The source of the piece in question.
    Source,
    /// What was printed during the piece in question.
    Output,
    /// What is around the piece in question.
    Tree,
    /// Write the reports of the bugs found to a file of this name, or of a usual one.
    Save(Option<String>),

    /// Give the running program something to read.
    Input(Input),
    /// Stop the running program; the questions go on.
    Interrupt,
    /// This front will answer nothing any more, but goes on watching.
    Silent,
    /// This front goes. When it was the last one, the session ends.
    Leave,
}

impl Request {
    /// Whether it only makes sense about the state that the front has seen.
    pub fn is_about_a_state(&self) -> bool {
        !matches!(
            self,
            Request::Input(_) | Request::Interrupt | Request::Silent | Request::Leave
        )
    }
}

/// What a program reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    Bytes(Vec<u8>),
    /// There is no more.
    End,
}

/// What a request led to.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// It was done, and every front is told what has changed.
    Changed,
    /// Nothing was answered, since the part was like this before; written by this node, where that is
    /// known.
    WasBefore {
        path: String,
        writer: Option<(NodeNumber, String)>,
    },
    Settings {
        strategy: StrategyName,
        plan: Plan,
        limits: Limits,
    },
    List(Candidates),
    Leads(Vec<Lead>),
    History(Vec<Verdict>),
    Opened(OpenedValue),
    Names(Vec<String>),
    Source(Listing),
    Output(Printed),
    Tree(Around),
    /// The report is in this file.
    Saved(String),
    /// The program got its input.
    Given,
}
