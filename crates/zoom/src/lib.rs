//! Zoom: when a call is blamed, which of its statements is wrong?
//!
//! The call is run again, from the recorded state, with every statement of its routine recorded. With a version that was
//! right, the same call is run there too, and the first statement that does something else from the same state is the
//! culprit. Without one, whoever answers is asked whether the call was right *so far*: after each statement there is a
//! moment that can be judged. Each question shows several of them, so that few questions are needed. Where a call cannot be run
//! again, its recorded writes and calls take the place of the statements.
//!
//! | module | holds |
//! |---|---|
//! | [`look`] | a call, run again and looked at closely |
//! | [`matching`] | which lines of two versions of a routine correspond |
//! | [`culprit`](mod@culprit) | the first statement that did something else |
//! | [`compared`] | two looks side by side: the culprit in words |
//! | [`so_far`] | a call up to each of its steps, as something to ask about |
//! | [`statements`] | the statements of a call that was run again, as such steps |
//! | [`actions`] | what the recording alone tells of a call, as such steps |
//! | [`spread`] | moments of a call that are shown together, to choose from |
//! | [`zoom`] | all of it for one session |

pub mod actions;
pub mod compared;
pub mod culprit;
pub mod look;
pub mod matching;
pub mod so_far;
pub mod spread;
pub mod statements;
pub mod zoom;

pub use look::{Look, LookError};
pub use so_far::SoFar;
pub use zoom::Zoom;
