//! What is noticed while something is opened. The fronts have the words.

use std::path::PathBuf;

pub use elenchus_recorded::comparing::alike::Unlike;
pub use elenchus_recorded::prior::{ByTests, NoTests};

use super::recording::Missing;
use crate::keep::knowledge_file::{KnowledgeError, Known, Unseen};

/// Something that was noticed while a session was opened.
#[derive(Debug)]
pub enum Note {
    /// Something in a tree file is odd.
    TreeFile { path: PathBuf, warning: String },
    /// Something in a recording cannot be read.
    Damaged { recording: PathBuf, note: String },
    /// Most of the recorded code lacks this.
    Lacks {
        recording: PathBuf,
        missing: Missing,
    },
    /// These methods are not recorded in full, each with the reason.
    InPart {
        recording: PathBuf,
        methods: Vec<(String, String)>,
    },
    /// The recording of a good version was not made like this one.
    Unlike { good: PathBuf, unlike: Unlike },
    /// A good run began like this one, so only code that differs is suspected: these routines.
    Narrowed {
        good: PathBuf,
        differ: Vec<String>,
        /// Whether that code ran before what failed, so that the search begins at the start of the run.
        from_the_start: bool,
    },
    /// These ran before what failed to prepare it, and are searched, too.
    Prepared { titles: Vec<String> },
    /// Assertions of the failed test have confirmed these calls, each with the place of its assertion. They are the first answers.
    Confirmed { calls: Vec<(String, String)> },
    /// The tests beside the failed one have a say in what is suspected.
    ByTests(ByTests),
    /// They have none, for this reason.
    NoTests(NoTests),
    /// The run goes on, so that lines alone say what is suspected.
    PriorLater,
    /// No routine that ran is covered by this pattern, which an option names.
    CoversNothing {
        option: &'static str,
        pattern: String,
    },
    /// The knowledge base of the project cannot be trusted, so the session goes without one.
    NoKnowledge(KnowledgeError),
    /// There are two knowledge bases of the project; `unused` is the one that is not looked at.
    TwoBases { used: PathBuf, unused: PathBuf },
    /// The earlier session was moved here.
    SetAside(PathBuf),
    /// An earlier session goes on after this many answers.
    Resumed { answers: usize },
    /// What is known from earlier runs.
    Known(Known),
    /// These routines are trusted because somebody said so in an earlier run.
    TrustedBefore { names: Vec<String> },
    /// Parts of the knowledge base that this user has neither said nor seen before.
    Unseen(Vec<Unseen>),
}

impl Note {
    /// Whether something is not as it should be; else it is only good to know.
    pub fn is_warning(&self) -> bool {
        match self {
            Note::TreeFile { .. }
            | Note::Damaged { .. }
            | Note::Lacks { .. }
            | Note::InPart { .. }
            | Note::Unlike { .. }
            | Note::CoversNothing { .. }
            | Note::TwoBases { .. }
            | Note::NoKnowledge(_) => true,
            Note::Narrowed { .. }
            | Note::Prepared { .. }
            | Note::Confirmed { .. }
            | Note::ByTests(_)
            | Note::NoTests(_)
            | Note::PriorLater
            | Note::SetAside(_)
            | Note::Resumed { .. }
            | Note::Known(_)
            | Note::TrustedBefore { .. }
            | Note::Unseen(_) => false,
        }
    }
}
