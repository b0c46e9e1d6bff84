//! A recorded run in the user's words: trace and source turned into questions and reports.
//!
//! * [`heap`] – what is asked of a recording: what an object was at a moment;
//! * [`literal`], [`shape`](mod@shape), [`show`](mod@show) – a value as Java programmers write it;
//! * [`change`] – what a piece of code changed, as paths with before and after;
//! * [`open`] – a value opened by its path;
//! * [`run`] – a recording as the program that a session asks about;
//! * [`verdict`] – what a test framework said about the tests of a run;
//! * [`canonical`](mod@canonical), [`behaviour`](mod@behaviour) – one normal form of states, to compare
//!   different runs, and [`doubt`], why that may not be possible;
//! * [`oracle`], [`course`] – a recording of a version that was right, answering questions: by equal states
//!   anywhere in it, and by the same place in it; and [`alike`], whether it can;
//! * [`remembered`] – verdicts of earlier runs, answering questions, and what is kept of this one.

pub mod alike;
pub mod behaviour;
mod calls;
pub mod canonical;
pub mod change;
mod code;
pub mod course;
pub mod doubt;
pub mod heap;
pub mod literal;
pub mod open;
pub mod oracle;
mod own_lines;
mod path;
mod prior;
mod provenance;
mod question;
mod reading;
pub mod remembered;
pub mod run;
mod scene;
pub mod shape;
pub mod show;
mod sources;
pub mod verdict;
mod words;

#[cfg(test)]
mod tests;
