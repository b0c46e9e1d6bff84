//! What a recorder needs inside of the recorded process, whatever its language.
//!
//! * [`Recorder`] – strands and their rings, the sealing thread, definitions, the end of the recording;
//! * [`ring`] – a ring as its writer sees it;
//! * [`control`] – the state of a strand outside of any heap, so that code of any language can read and write it;
//! * [`Loops`] – what a recorder can be told about loops;
//! * [`progress`] – how far a recording has got, for whoever shows it.
//!
//! Which code is recorded is told by patterns (the crate `pattern`); how events are found is the business of the recorder of a language.

pub mod control;
mod options;
pub mod progress;
mod recorder;
pub mod ring;

pub use options::Loops;
pub use recorder::{Cut, Recorder};
