//! The dialogue: which question is asked, what an answer means, and what it all proves.
//!
//! This is the façade that every front (terminal, later web page, editor, agent) stands on. It
//! speaks in the user's words: questions with titles and values, answers, reports. It does no input
//! or output and knows nothing of terminals, files or protocols; whoever drives it shows its
//! questions, passes on the answers and keeps its events.
//!
//! * [`Session`] – the state machine of 003's Algorithm 1: [`Session::next`], [`Session::answer`];
//! * [`Program`] – the run that is asked about, as far as questions need it;
//! * [`Question`], [`Report`], [`Candidates`] – what there is to show;
//! * [`Oracle`], [`Chain`] – who can answer before a person is asked;
//! * [`Log`], [`Event`] – what was said; what has to be kept, and replayed to resume;
//! * [`Ahead`] – works out the next question while the person thinks.
//!
//! Invariants:
//!
//! * The state of a session is its log of answers and its settings; everything else can be
//!   recomputed from them, and is after an undo.
//! * Answers are kept about recorded nodes ([`Subject`]), never about nodes that a transformation
//!   made, so changing strategy or transformation loses none.
//! * An answer is either in force or taken back; no later answer silently overrules an earlier one
//!   about something else. What cannot be true together is reported as a contradiction.

mod ahead;
mod around;
mod clash;
mod closing;
mod crowded;
mod ease;
mod error;
mod event;
mod ground;
mod heavy;
mod jumping;
mod landscape;
mod lead;
mod lengthy;
mod limits;
mod log;
mod number;
mod opened;
mod oracle;
mod outlook;
mod part;
mod program;
mod question;
mod remaining;
mod report;
pub mod screenful;
mod search;
mod session;
mod settings;
mod stage;
mod subject;
mod supposed;
mod trivial;
mod undecided;
mod walk;
pub mod words;

pub use ahead::{Ahead, Foresight};
pub use around::{Around, Neighbour};
pub use closing::Pieces;
pub use ease::steps_and_lines;
pub use elenchus_belief::{ErrorRates, RateError};
pub use elenchus_pattern::Pattern;
pub use elenchus_tree::{Answer, RootIs};
pub use error::SessionError;
pub use event::{Event, NoSuchEntry, PerEntry};
pub use landscape::Standing;
pub use lead::{Lead, LeadKind};
pub use limits::{LeftOut, Limits, Wish};
pub use log::{By, Entry, Log, Said, answer_from_word, answer_word, supposed_word};
pub use number::NodeNumber;
pub use opened::{OpenError, OpenedValue, Printed};
pub use oracle::{Chain, Difference, Oracle, OracleError, Reply};
pub use part::{Moment, PartError, Tracked, Written, WrongPart};
pub use program::{Program, Shown, Value, find_node, routines_called};
pub use question::{Outlook, Question, Suspects};
pub use report::{
    Candidates, LOOP_HINT, Likely, Report, SAME_CODE_HINT, Smallest, SuspectCode, Traceability,
    Verdict, Zoomed, lines_to_blame,
};
pub use session::{Session, Step};
pub use settings::{SURE, Settings, judge, search};
pub use stage::view_costs;
pub use subject::Subject;
pub use walk::{Action, Beginning, Did, Instant, Link, Origins, Stop, Stride};
