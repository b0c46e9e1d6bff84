//! One line of `--json`.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::around::Around;
use crate::checked::Checked;
use crate::lead::Lead;
use crate::listing::Listing;
use crate::opened::{Opened, Printed};
use crate::question::Question;
use crate::report::{self, Candidates, Report, Verdict};
use crate::version::Version;

/// One line. The first one of a session says in which version all of them are written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The version of this and all following lines; in the first line only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    #[serde(flatten)]
    pub content: Content,
}

/// What a line is, and its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Content {
    /// A question is open.
    Question(Question),
    /// A question was answered.
    Answer {
        /// The number of the question.
        question: usize,
        answer: String,
        by: String,
        /// What differs from the right run, when the answer is *wrong* and comes from a comparison.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        differs: Vec<Difference>,
    },
    /// A bug was found.
    Found(Report),
    /// The search ended with several suspects.
    Candidates(Candidates),
    /// The suspects, on request.
    Suspects(Candidates),
    /// No suspect is left.
    NoBug {
        /// How many bugs were found before.
        found: usize,
    },
    /// The program is still running, and all that has finished is right.
    Wait,
    /// Told about twice a second while nothing is worth asking.
    Waiting(Waiting),
    /// These answers cannot all be true.
    Contradiction { clash: Vec<Verdict> },
    /// What can be seen to be wrong where the search begins, on request.
    Leads { leads: Vec<Lead> },
    /// All answers, on request.
    History { answers: Vec<Verdict> },
    /// The answers that a refused bug rests on.
    Revise { proof: Vec<Verdict> },
    /// Why the question was chosen, on request.
    Why { why: String },
    /// The paths that can be opened.
    Names { names: Vec<String> },
    /// A value opened by its path.
    Opened(Opened),
    /// The source of what the question is about, on request.
    Source(Listing),
    /// What was printed during the piece in question, on request.
    Printed(Printed),
    /// What is around the piece in question, on request.
    Tree(Around),
    /// The program printed something.
    #[serde(rename = "heard")]
    NewOutput(NewOutput),
    /// What became of a bug in a corrected version.
    Checked(Checked),
    /// A remark in one sentence.
    Note { text: String },
}

/// What a running program printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewOutput {
    /// The last lines of it.
    pub lines: Vec<String>,
    /// Whether more came before them.
    pub more: bool,
    /// The file in which all of it is kept.
    pub kept_in: String,
}

/// What is known of the program that a session waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// How many calls, loops and iterations are known.
    pub nodes: u64,
    /// For how many seconds the session has waited.
    pub seconds: u64,
    pub program: ProgramState,
}

/// What the program that is debugged does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramState {
    Running,
    Suspended,
    /// It has ended, and the rest of its recording is being read.
    Ended,
}

/// Something that came out otherwise in the right run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// What differs, named as questions name it.
    pub path: String,
    /// What it is in the run that is asked about; missing when it does not exist there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<String>,
    /// What it is in the right run; missing when it does not exist there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<String>,
}

impl Content {
    /// The line about an answer to a question.
    pub fn answer(
        question: &domain::Question,
        answer: &str,
        by: &domain::By,
        differs: &[domain::Difference],
    ) -> Content {
        Content::Answer {
            question: question.number,
            answer: answer.to_owned(),
            by: by.to_string(),
            differs: differs.iter().map(Difference::from).collect(),
        }
    }

    /// The line about what can be pointed at.
    pub fn leads(leads: &[domain::Lead]) -> Content {
        Content::Leads {
            leads: leads.iter().map(Lead::from).collect(),
        }
    }

    /// The line about answers that clash.
    pub fn contradiction(clash: &[domain::Verdict]) -> Content {
        Content::Contradiction {
            clash: report::verdicts(clash),
        }
    }

    /// The line about all answers.
    pub fn history(answers: &[domain::Verdict]) -> Content {
        Content::History {
            answers: report::verdicts(answers),
        }
    }

    /// The line about the answers that a refused bug rests on.
    pub fn revise(proof: &[domain::Verdict]) -> Content {
        Content::Revise {
            proof: report::verdicts(proof),
        }
    }
}

impl From<&domain::Difference> for Difference {
    fn from(difference: &domain::Difference) -> Difference {
        Difference {
            path: difference.path.clone(),
            here: difference.here.clone(),
            there: difference.there.clone(),
        }
    }
}
