//! The Java corpora of the tests, for all crates that test with them. Development only: nothing here ships.
//!
//! | module | holds |
//! |---|---|
//! | [`jdk`] | finding JDKs, compiling many programs at once, running one |
//! | [`buggy`] | the programs with a planted bug |
//! | [`exact`] | the programs of `tests/java/exact` |
//! | [`tree_text`] | the text form of trees |
//! | [`names`] | whether two names stand for the same object |
//! | [`calls`] | comparing calls, as far as every recorder knows them |
//! | [`counted`] | which lines count as run |
//! | [`generated`] | programs that tell their own events |
//! | [`parallel`] | doing the same for many programs |
//!
//! The tests of this crate compare what the agent recorded with what was written down by hand, with what generated
//! programs tell of themselves, and with what the JDI recorder saw.

pub mod buggy;
pub mod calls;
pub mod counted;
pub mod exact;
pub mod generated;
pub mod jdk;
pub mod names;
pub mod parallel;
pub mod tree_text;
