//! What was said about a program in earlier runs.
//!
//! A verdict says of a piece of code that started from one state and ended in another whether that was
//! right. It is a piece of specification and outlives changes of the code. Trust says that the code of a
//! routine is right, so it holds only as long as that code stays the same.
//!
//! * [`Knowledge`] – the verdicts and the trust, to be looked up and changed;
//! * [`text`] – the file: one entry for each record, in a fixed order, for people and for version control.
//!
//! States are known by the hash of their normal form, which whoever records them computes; there is no
//! input or output here.

mod knowledge;
pub mod text;

pub use knowledge::{Knowledge, Situation, Verdict, Word};
pub use text::{Problem, TextError};
