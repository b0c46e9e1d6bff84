//! What the tools return, as types with a schema. Fields that say nothing are left out.

use elenchus_session as session;
use elenchus_source::{Execution, Listing};
use elenchus_tree::NodeId;
pub use elenchus_wire::{LeftOut, SuspectCode, Value};
use schemars::JsonSchema;
use serde::Serialize;
use session::{Program, Subject};

/// How much did not fit `max_tokens`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Cut {
    /// Bytes at the ends of texts.
    pub bytes: usize,
    /// Elements at the ends of lists.
    pub items: usize,
}

/// A call that failed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// What `question` and `locate` take as `at`.
    pub at: String,
    /// What failed, and what the exception says.
    pub what: String,
}

/// A recording, and what went wrong in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Failures {
    /// What other tools take as `recording`.
    pub recording: String,
    /// Whether a test framework ran, so that the failures are failed tests.
    pub tests: bool,
    pub failures: Vec<Failure>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// What was recorded.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recorded {
    /// `exit`, or `time-limit` when the program was stopped.
    pub ended: &'static str,
    pub exit_code: i32,
    pub seconds: f64,
    pub calls: u64,
    /// The last lines that the program printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The recording, and what went wrong in it.
    #[serde(flatten)]
    pub found: Failures,
}

/// Where a session stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// `question` is to be answered.
    Question,
    /// `bug` is where the bug is.
    Bug,
    /// No question can tell `suspects` apart.
    Candidates,
    /// The answers in `clash` cannot all be true.
    Contradiction,
    /// No suspect is left.
    NoBug,
}

/// Where a session stands, with the question to answer or with what was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// What other tools take as `session`.
    pub session: String,
    pub state: Standing,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bug: Option<Bug>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspects: Option<Suspects>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clash: Vec<Said>,
    /// What oracles have answered since the last call, and what is good to know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Is what came out right, given what went in?
#[derive(Debug, Serialize, JsonSchema)]
pub struct Question {
    pub number: usize,
    #[serde(flatten)]
    pub piece: Piece,
    /// How many pieces of the run are suspect now.
    pub suspects: u64,
    /// How many questions are to be expected, this one included.
    pub to_go: f64,
    /// Your answers do not decide this one: ask a person, and answer without `confidence`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_certainty: bool,
    /// Why the oracles do not know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
}

/// A piece of the run: one call, a loop, or some iterations.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Piece {
    /// The number of the node, or of the first one.
    pub node: usize,
    /// The number of the last one, if there are several side by side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_node: Option<usize>,
    /// What ran.
    pub title: String,
    /// What went in (`before`) and what came out (`after`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// The state before, where there are no separate values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The state after, where there are no separate values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The source lines that ran in it and belong to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
    /// What is not listed; `open` shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
}

/// The piece of the run whose own code holds the bug.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Bug {
    #[serde(flatten)]
    pub piece: Piece,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `12> text`: the line ran and is its own code; `12. text`: it ran, but is that of another piece.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
    /// Which of the lines are to blame, if a version that was right tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_blame: Option<ToBlame>,
    /// How probable it is that the bug is there, when answers with `confidence` had a say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// Something around it is right, so this may not be the bug behind the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub around_is_right: Option<String>,
    /// The answers it rests on.
    pub because: Vec<Said>,
}

/// The lines of a bug that are to blame.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToBlame {
    pub lines: Vec<u32>,
    pub why: String,
    /// What came out otherwise in the version that was right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
}

/// What was said about a piece of the run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Said {
    /// Its number among the answers.
    pub number: usize,
    pub about: String,
    pub answer: String,
    /// Who said it: `agent`, or an oracle.
    pub by: String,
}

/// Code that may hold the bug.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Suspects {
    /// How many pieces of the run.
    pub count: u64,
    /// Whether the bug is known to be among them.
    pub surely: bool,
    /// The first of them.
    pub first: Vec<Named>,
    /// Their code, each routine once.
    pub routines: Vec<SuspectCode>,
}

/// One piece of the run in a few words.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Named {
    pub node: usize,
    pub title: String,
}

/// All bugs that were found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reported {
    pub session: String,
    pub bugs: Vec<Bug>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// What the oracles have found by themselves.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Located {
    #[serde(flatten)]
    pub asked: Asked,
    /// The questions that decide: the first is open now, each other one comes after the answers it names. No question is
    /// listed twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Open>,
    /// Whether these are all questions that can come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
}

/// A question that no oracle can answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Open {
    /// The answers after which it is asked, such as `right, wrong`; empty for the one that is asked now.
    pub after: String,
    #[serde(flatten)]
    pub about: Named,
}

/// A value, one level open.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Opened {
    pub node: usize,
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Its parts in order, named by what is added to the path.
    pub parts: Vec<Value>,
    /// How many parts come before those listed; `path[100..200]` shows others.
    pub earlier: usize,
    /// How many parts come after those listed.
    pub later: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Who wrote a value, latest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Writers {
    pub writers: Vec<Writer>,
    /// Why the chain goes no further.
    pub end: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// A piece of the run that wrote a value.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Writer {
    pub node: usize,
    pub title: String,
    /// What the value is called there; missing when no name there leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
}

/// One activation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Frame {
    /// What happened: arguments, changes, result, lines.
    #[serde(flatten)]
    pub piece: Piece,
    /// What it was called by, or is inside of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Named>,
    /// What it called, in order.
    pub callees: Vec<Named>,
    /// How many more come after those listed; `callees_from` shows them.
    pub more_callees: usize,
    /// What was printed meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Source lines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Source {
    pub node: usize,
    pub file: String,
    /// `12> text`: the line ran and is its own code; `12. text`: it ran, but is that of another piece.
    pub code: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// What a search has found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    pub matches: Vec<Named>,
    /// How many more were found than are listed.
    pub more: usize,
    /// How many pieces of the run were looked at.
    pub looked_at: usize,
    /// How many there are; when it is more than were looked at, the time was up.
    pub of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

impl Piece {
    /// A piece with this number, as it is shown.
    pub fn new(node: usize, shown: &session::Shown) -> Piece {
        let shown = elenchus_wire::Shown::from(shown);
        Piece {
            node,
            last_node: None,
            title: shown.title,
            values: shown.values,
            before: shown.before,
            after: shown.after,
            lines: shown.lines,
            left_out: shown.left_out,
        }
    }
}

impl Named {
    pub fn new(program: &impl Program, node: NodeId) -> Named {
        Named {
            node: program.number(node).0,
            title: program.heading(Subject::node(node)).title,
        }
    }
}

impl From<&session::Verdict> for Said {
    fn from(verdict: &session::Verdict) -> Said {
        Said {
            number: verdict.number,
            about: verdict.title.clone(),
            answer: verdict.answer.clone(),
            by: match verdict.by == crate::held::agent().to_string() {
                true => "agent".to_owned(),
                false => verdict.by.clone(),
            },
        }
    }
}

impl From<&session::Candidates> for Suspects {
    fn from(candidates: &session::Candidates) -> Suspects {
        let first = candidates.first.iter().map(|(node, title)| Named {
            node: node.0,
            title: title.clone(),
        });
        Suspects {
            count: candidates.count,
            surely: candidates.wrong,
            first: first.collect(),
            routines: candidates.code.iter().map(SuspectCode::from).collect(),
        }
    }
}

impl From<&session::Report> for Bug {
    fn from(report: &session::Report) -> Bug {
        let code = report.code.as_ref();
        Bug {
            piece: Piece::new(report.node.0, &report.shown),
            file: code.map(|code| code.file.display().to_string()),
            code: code.map(code_lines).unwrap_or_default(),
            hint: report.hint,
            to_blame: report.zoom.as_ref().map(ToBlame::from),
            sure: report.sure,
            around_is_right: match &report.traceable {
                session::Traceability::No { right } => Some(right.clone()),
                session::Traceability::Yes | session::Traceability::NotAsked => None,
            },
            because: report.proof.iter().map(Said::from).collect(),
        }
    }
}

impl From<&session::Zoomed> for ToBlame {
    fn from(zoomed: &session::Zoomed) -> ToBlame {
        let differs = zoomed.differs.iter().map(|difference| {
            let path = &difference.path;
            // The name stands in front of both, so that a secret is known by it.
            let side = |value: &Option<String>| match value {
                Some(value) => format!("{path} = {value}"),
                None => format!("no {path}"),
            };
            let (here, there) = (side(&difference.here), side(&difference.there));
            format!("{here} here, {there} there")
        });
        ToBlame {
            lines: zoomed.lines.clone(),
            why: zoomed.why.clone(),
            differs: differs.collect(),
        }
    }
}

/// The lines of a listing, each with its number and a mark.
pub fn code_lines(listing: &Listing) -> Vec<String> {
    let lines = listing.blocks.iter().flatten();
    let written = lines.map(|line| {
        let mark = match (line.execution == Execution::Ran, line.owned) {
            (true, true) => '>',
            (true, false) => '.',
            (false, _) => ' ',
        };
        format!("{}{mark} {}", line.number, line.text)
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, tokens};

    /// A piece of the run in which everything is as long as it gets.
    fn huge_piece() -> Piece {
        let long = || "x\"\n…".repeat(2_000);
        let value = || Value {
            name: long(),
            before: Some(long()),
            after: Some(long()),
            cut: None,
        };
        Piece {
            node: usize::MAX,
            last_node: Some(usize::MAX),
            title: long(),
            values: std::iter::repeat_with(value).take(100).collect(),
            before: Some(long()),
            after: Some(long()),
            lines: Some(long()),
            left_out: Some(LeftOut {
                changes: usize::MAX,
                at_least: Some(true),
                calls: usize::MAX,
                parts: usize::MAX,
            }),
        }
    }

    #[test]
    fn the_longest_question_fits_the_smallest_budget() {
        let asked = Asked {
            session: "s".repeat(300),
            state: Standing::Question,
            question: Some(Question {
                number: usize::MAX,
                piece: huge_piece(),
                suspects: u64::MAX,
                to_go: 123.4,
                needs_certainty: true,
                doubts: vec!["d".repeat(1_000); 50],
            }),
            bug: None,
            suspects: None,
            clash: Vec::new(),
            notes: vec!["n".repeat(1_000); 1_000],
            cut: None,
        };
        let fitted = Budget::new(Some(200), 600).unwrap();
        let fitted = fitted.fit(serde_json::to_value(asked).unwrap()).unwrap();
        assert!(tokens(&fitted.to_string()) <= 200);
        assert_eq!(fitted["state"], "question");
        assert_eq!(fitted["session"], "s".repeat(300));
        let cut = &fitted["cut"];
        assert!(cut["bytes"].as_u64() > Some(0), "{cut}");
    }
}
