//! A recorded run in the user's words: trace and source turned into questions and reports.
//!
//! * `abreast` – what other threads wrote at about the same time;
//! * [`asserted`] – what assertions of a failed test have confirmed;
//! * [`constants`] – what the constants of enums hold;
//! * [`heap`] – what is asked of a recording: what an object was at a moment;
//! * [`language`] – what depends on the language of the program, and [`java`], one of them;
//! * [`shape`](mod@shape) – what an object looks like to a programmer;
//! * `prepared` – what ran before a failed test to prepare it;
//! * [`prior`] – how suspicious each piece of a run is before anything is said;
//! * [`run`] – a recording as the program that a session asks about;
//! * [`showing`] – a piece of the run as a person reads it;
//! * [`comparing`] – runs compared with each other, as oracles;
//! * [`closely`] – a call of which every statement was recorded;
//! * `threads` – threads and tasks, and what outlives a call;
//! * [`verdict`] – what a test framework said about the tests of a run.

mod abreast;
pub mod asserted;
pub mod closely;
pub mod comparing;
pub mod constants;
pub mod heap;
pub mod java;
pub mod language;
mod looks;
mod prepared;
pub mod prior;
pub mod run;
pub mod shape;
pub mod showing;
mod sources;
mod threads;
pub mod verdict;

#[cfg(test)]
mod tests;
