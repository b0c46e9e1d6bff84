//! A recorded run in the user's words: trace and source turned into questions and reports.
//!
//! * [`heap`] – what is asked of a recording: what an object was at a moment;
//! * [`run`] – a recording as the program that a session asks about;
//! * [`showing`] – a piece of the run as a person reads it;
//! * [`comparing`] – runs compared with each other, as oracles;
//! * [`verdict`] – what a test framework said about the tests of a run.

pub mod comparing;
pub mod heap;
mod prior;
pub mod run;
pub mod showing;
mod sources;
pub mod verdict;

#[cfg(test)]
mod tests;
