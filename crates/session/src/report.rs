//! What a search ends with: the buggy node, and why it must be that one.

use elenchus_source::{Execution, Listing, ListingLine};

use crate::number::NodeNumber;
use crate::oracle::Difference;
use crate::program::Shown;
use crate::words::ranges;

/// A bug that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The number of the buggy node.
    pub node: NodeNumber,
    /// The buggy piece of the run.
    pub shown: Shown,
    /// All nodes whose own code it may be: more than one when a transformation asked about several
    /// calls of one routine as one.
    pub nodes: Vec<NodeNumber>,
    /// Its source, with the lines that ran and that it owns.
    pub code: Option<Listing>,
    /// Whether it is behind the symptom.
    pub traceable: Traceability,
    /// Where in the node to look, when its kind says more than its lines.
    pub hint: Option<&'static str>,
    /// How probable it is that the bug is there, when answers that may be mistaken had a say.
    pub sure: Option<f64>,
    /// The lines to blame among its own, when somebody or something has looked inside.
    pub zoom: Option<Zoomed>,
    /// Whether a front can ask to look inside.
    pub can_zoom: bool,
    /// How many of the answers it rests on compare only what can be seen, step by step.
    pub by_steps: usize,
    /// The answers it rests on.
    pub proof: Vec<Verdict>,
    /// How many questions were answered, and how many of them by a person.
    pub answered: usize,
    pub answered_by_person: usize,
}

impl Report {
    /// The same with the lines named that its code shows to be its own: with those of loops that are hidden in it, without
    /// those of loops that were judged by themselves.
    pub(crate) fn with_lines_of_its_code(mut self) -> Report {
        let file = self.shown.lines.as_deref();
        let file = file.and_then(|lines| Some(lines.rsplit_once(':')?.0.to_owned()));
        let own = self.code.as_ref().map(|code| {
            let shown = code.lines().filter(|line| !line.dimmed && is_own(line));
            ranges(shown.map(|line| line.number as usize))
        });
        if let (Some(file), Some(own)) = (file, own.filter(|own| !own.is_empty())) {
            self.shown.lines = Some(format!("{file}:{own}"));
        }
        self
    }
}

/// The lines to blame inside a buggy piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Zoomed {
    pub lines: Vec<u32>,
    /// Which of the steps of the call went wrong, counted from 1 as they ran, and how many ran.
    pub step: usize,
    pub steps: usize,
    /// What a step is: a statement, or what was recorded of a call that cannot be run again.
    pub kind: &'static str,
    /// Why it must be that one.
    pub why: String,
    /// What came out otherwise in a version that was right.
    pub differs: Vec<Difference>,
    /// How many questions it took.
    pub questions: usize,
}

/// What is said of a loop that is wrong although all its iterations are right.
pub const LOOP_HINT: &str = "all its iterations are right, so look at its initialiser, condition \
                             or bounds: it started wrong, or stopped too early or too late";

/// What is said of runs of one routine that the answers do not tell apart.
pub const SAME_CODE_HINT: &str = "the answers do not tell which of several runs of this code is wrong: its lines are where to look";

/// The same, when there are too many runs to look at all of them for lines.
pub const SOME_OF_THE_SAME_CODE_HINT: &str = "the answers do not tell which of several runs of this code is wrong: its lines are where to look; \
    there are too many runs to mark what every one of them ran";

/// Whether a bug is known to be behind the symptom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Traceability {
    /// Everything around it is wrong.
    Yes,
    /// Some of what is around it was not asked about; none of it was said to be right.
    NotAsked,
    /// This is around it and right all the same: a bug, but perhaps not the one behind the symptom.
    No { right: String },
}

/// One answer, as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Its number, counted from 1: that of the question, and what takes it back. A part that is wrong has that of its answer.
    pub number: usize,
    /// What it is about.
    pub title: String,
    /// The answer.
    pub answer: String,
    /// Who gave it.
    pub by: String,
}

/// Suspects that no further question can tell apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidates {
    /// How many there are.
    pub count: u64,
    /// The first of them, with their numbers.
    pub first: Vec<(NodeNumber, String)>,
    /// The numbers of all of them, or of as many as a program may want to go through.
    pub nodes: Vec<NodeNumber>,
    /// How many questions were answered with "don't know" and can be asked again.
    pub unknown: usize,
    /// Whether the bug is known to be among them.
    pub wrong: bool,
    /// Their code: the routines they belong to, each once.
    pub code: Vec<SuspectCode>,
    /// The smallest piece of the run that is known to be wrong.
    pub smallest: Option<Box<Smallest>>,
    /// The fewest suspects that hold the bug as surely as wanted, from the likeliest down, when answers
    /// that may be mistaken had a say.
    pub likeliest: Vec<Likely>,
    /// The version that shows that not even these are to blame: their code is the same there, the version is right, and
    /// they began alike there. What differs was not recorded.
    pub absolved: Option<String>,
}

/// A suspect and how likely it holds the bug.
#[derive(Clone, PartialEq, Debug)]
pub struct Likely {
    /// Its number.
    pub node: NodeNumber,
    pub title: String,
    pub share: f64,
}

/// Code that several suspects share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuspectCode {
    pub routine: String,
    /// How many of the suspects ran it.
    pub count: u64,
    /// The first of them, with its number, and the numbers of a few more.
    pub first: (NodeNumber, String),
    pub more: Vec<NodeNumber>,
    /// Its lines that ran in them, as far as the source is known.
    pub lines: Vec<u32>,
}

/// The smallest piece of the run that is known to be wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Smallest {
    /// The numbers of its first and last node.
    pub nodes: (NodeNumber, NodeNumber),
    pub shown: Shown,
    /// What came out otherwise in a run that was right.
    pub differs: Vec<Difference>,
}

/// The lines of a listing that ran and that what is listed owns.
pub fn lines_to_blame(listing: &Listing) -> Vec<u32> {
    let owned = listing.lines().filter(|line| is_own(line));
    owned.map(|line| line.number).collect()
}

/// Whether a line ran and belongs to what is listed.
fn is_own(line: &ListingLine) -> bool {
    line.owned && line.execution == Execution::Ran
}
