//! What a search ends with, as programs read it.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::line::Difference;
use crate::listing::Listing;
use crate::question::Shown;

/// A bug that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The number of the buggy node.
    pub node: usize,
    #[serde(flatten)]
    pub shown: Shown,
    /// All nodes whose own code it may be.
    pub nodes: Vec<usize>,
    /// Its source, with the lines that ran and that it owns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Listing>,
    pub traceable: Traceability,
    /// Where in the node to look, when its kind says more than its lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How probable it is that the bug is there, when answers that may be mistaken had a say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// The lines to blame among its own, when somebody or something has looked inside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zoom: Option<Box<Zoomed>>,
    /// `true` when `zoom` goes on inside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can_zoom: Option<bool>,
    /// How many of the answers it rests on compare only what can be seen, step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_steps: Option<usize>,
    /// The answers it rests on.
    pub proof: Vec<Verdict>,
    /// How many questions were answered.
    pub answered: usize,
    /// How many of them a person answered.
    pub answered_by_person: usize,
}

/// The lines to blame inside a buggy piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Zoomed {
    pub lines: Vec<u32>,
    /// Which of the steps of the call went wrong, counted from 1 as they ran.
    pub step: usize,
    /// How many ran.
    pub steps: usize,
    /// What a step is: `statement`, or `step` when the call could not be run again: one of its recorded writes and calls.
    pub kind: String,
    /// Why it must be that one.
    pub why: String,
    /// What came out otherwise in a version that was right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<Difference>,
    /// How many questions it took.
    pub questions: usize,
}

/// Whether a bug is known to be behind the symptom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Traceability {
    /// Everything around it is wrong.
    Yes,
    /// Some of what is around it was not asked about; none of it was said to be right.
    NotAsked,
    /// This is around it and right all the same: a bug, but perhaps not the one behind the symptom.
    No { right: String },
}

/// One answer in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// Its number in the list of answers, counted from 1.
    pub number: usize,
    /// What it is about.
    pub title: String,
    /// The answer.
    pub answer: String,
    /// Who gave it.
    pub by: String,
}

/// Suspects that no further question can tell apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Candidates {
    /// How many there are.
    pub count: u64,
    /// The first of them: number and title.
    pub first: Vec<(usize, String)>,
    /// The numbers of all of them, at most 100,000.
    pub nodes: Vec<usize>,
    /// How many questions were answered with "don't know" and can be asked again.
    pub unknown: usize,
    /// Whether the bug is known to be among them.
    pub wrong: bool,
    /// Their code: the routines they belong to, each once.
    pub code: Vec<SuspectCode>,
    /// The smallest piece of the run that is known to be wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smallest: Option<Box<Smallest>>,
    /// The fewest suspects that hold the bug as surely as wanted, from the likeliest down, when answers that may
    /// be mistaken had a say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub likeliest: Vec<Likely>,
    /// The version that shows that not even these are to blame: their code is the same there, the version is right, and
    /// they began alike there. What differs was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolved: Option<String>,
}

/// A suspect and how likely it holds the bug.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Likely {
    /// Its number.
    pub node: usize,
    pub title: String,
    /// The probability that the bug is in its own code.
    pub share: f64,
}

/// Code that several suspects share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuspectCode {
    pub routine: String,
    /// How many of the suspects ran it.
    pub count: u64,
    /// Its lines that ran in them, as far as the source is known.
    pub lines: Vec<u32>,
}

/// The smallest piece of the run that is known to be wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Smallest {
    /// The numbers of its first and its last node.
    pub nodes: (usize, usize),
    #[serde(flatten)]
    pub shown: Shown,
    /// What came out otherwise in a run that was right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<Difference>,
}

impl From<&domain::Report> for Report {
    fn from(report: &domain::Report) -> Report {
        Report {
            node: report.node.0,
            shown: Shown::from(&report.shown),
            nodes: report.nodes.iter().map(|node| node.0).collect(),
            code: report.code.as_ref().map(Listing::from),
            traceable: Traceability::from(&report.traceable),
            hint: report.hint.map(str::to_owned),
            sure: report.sure,
            zoom: report.zoom.as_ref().map(|zoomed| Box::new(zoomed.into())),
            can_zoom: report.can_zoom.then_some(true),
            by_steps: (report.by_steps > 0).then_some(report.by_steps),
            proof: verdicts(&report.proof),
            answered: report.answered,
            answered_by_person: report.answered_by_person,
        }
    }
}

impl From<&domain::Zoomed> for Zoomed {
    fn from(zoomed: &domain::Zoomed) -> Zoomed {
        Zoomed {
            lines: zoomed.lines.clone(),
            step: zoomed.step,
            steps: zoomed.steps,
            kind: zoomed.kind.to_owned(),
            why: zoomed.why.clone(),
            differs: zoomed.differs.iter().map(Difference::from).collect(),
            questions: zoomed.questions,
        }
    }
}

impl From<&domain::Traceability> for Traceability {
    fn from(traceable: &domain::Traceability) -> Traceability {
        match traceable {
            domain::Traceability::Yes => Traceability::Yes,
            domain::Traceability::NotAsked => Traceability::NotAsked,
            domain::Traceability::No { right } => Traceability::No {
                right: right.clone(),
            },
        }
    }
}

impl From<&domain::Verdict> for Verdict {
    fn from(verdict: &domain::Verdict) -> Verdict {
        Verdict {
            number: verdict.number,
            title: verdict.title.clone(),
            answer: verdict.answer.clone(),
            by: verdict.by.clone(),
        }
    }
}

/// Answers as a list.
pub(crate) fn verdicts(verdicts: &[domain::Verdict]) -> Vec<Verdict> {
    verdicts.iter().map(Verdict::from).collect()
}

impl From<&domain::Candidates> for Candidates {
    fn from(candidates: &domain::Candidates) -> Candidates {
        Candidates {
            count: candidates.count,
            first: candidates
                .first
                .iter()
                .map(|(node, title)| (node.0, title.clone()))
                .collect(),
            nodes: candidates.nodes.iter().map(|node| node.0).collect(),
            unknown: candidates.unknown,
            wrong: candidates.wrong,
            code: candidates.code.iter().map(SuspectCode::from).collect(),
            smallest: candidates
                .smallest
                .as_ref()
                .map(|smallest| Box::new(Smallest::from(smallest.as_ref()))),
            likeliest: candidates.likeliest.iter().map(Likely::from).collect(),
            absolved: candidates.absolved.clone(),
        }
    }
}

impl From<&domain::SuspectCode> for SuspectCode {
    fn from(code: &domain::SuspectCode) -> SuspectCode {
        SuspectCode {
            routine: code.routine.clone(),
            count: code.count,
            lines: code.lines.clone(),
        }
    }
}

impl From<&domain::Likely> for Likely {
    fn from(likely: &domain::Likely) -> Likely {
        Likely {
            node: likely.node.0,
            title: likely.title.clone(),
            share: likely.share,
        }
    }
}

impl From<&domain::Smallest> for Smallest {
    fn from(smallest: &domain::Smallest) -> Smallest {
        Smallest {
            nodes: (smallest.nodes.0.0, smallest.nodes.1.0),
            shown: Shown::from(&smallest.shown),
            differs: smallest.differs.iter().map(Difference::from).collect(),
        }
    }
}
