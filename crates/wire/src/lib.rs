//! What Elenchus writes for programs and into files: plain types with versions, apart from the domain.
//!
//! The types of `session` and `source` may change with every commit. What stands here is read by
//! programs that nobody here knows, and by other versions of Elenchus, so it changes only by rule.
//!
//! * [`Line`] – one line of `--json`;
//! * [`exec`] – the questions that a program of `--oracle exec:CMD` reads, and its answers;
//! * [`front`] – what fronts in other processes ask of a session and are told;
//! * [`look`] – what fronts see of the run, whatever is asked;
//! * [`session_file`] – the answers of a session as they are kept;
//! * [`schema`] – the JSON schemas of all of them, generated from the types, and a check against them.
//!
//! Domain types become wire types by [`From`]; what comes from outside becomes domain types by
//! [`TryFrom`], because it may make no sense.
//!
//! # Old and new readers and writers
//!
//! Each format has a [`Version`] of its own: a number that the writer states first.
//!
//! * A field that may be missing, and a new `type` of line, are additions. They do not raise the
//!   version: readers ignore fields and lines that they do not know.
//! * A field that is removed, renamed or always expected, or that means something else, raises the version.
//! * A reader accepts its own version and those before it. It refuses later ones, because it cannot
//!   know what has changed its meaning.
//! * A writer writes its own version only.

mod around;
mod checked;
pub mod exec;
pub mod front;
mod lead;
mod line;
mod listing;
pub mod look;
mod opened;
mod question;
mod refused;
mod report;
pub mod schema;
pub mod session_file;
mod version;

pub use around::{Around, Neighbour};
pub use checked::{Checked, CheckedPart, CheckedPiece, Fix, Now};
pub use lead::{Lead, LeadKind};
pub use line::{Content, Difference, Line, NewOutput, ProgramState, Waiting};
pub use listing::{Execution, Listing, ListingLine, TokenClass};
pub use opened::{Opened, Printed};
pub use question::{Cut, LeftOut, Limits, Outlook, Question, Shown, Suspects, Value};
pub use refused::{OpenProblem, PartProblem, SessionProblem, ZoomProblem};
pub use report::{Candidates, Report, Smallest, SuspectCode, Traceability, Verdict};
pub use version::{Version, VersionError};
