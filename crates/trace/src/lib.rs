//! The trace: a recorded execution on disk.
//!
//! A recorder of any language writes *raw records* into the slots of memory-mapped *rings*; a *sealer* packs full slots
//! into *frames*; *definitions* say what the numbers in records mean. Readers follow the files while they grow, or open
//! them after the end, whether the program ended by itself or was killed. `docs/trace-format.md` describes the files well
//! enough to write a recorder from it alone.
//!
//! | module | holds |
//! |---|---|
//! | [`kind`], [`wire`], [`version`], [`error`] | the ground: kinds of values, encodings, versions, errors |
//! | [`definition`] | what the numbers stand for |
//! | [`raw`] | the records themselves |
//! | [`ring`], [`frame`], [`sealer`], [`meta`] | the files of a trace, written |
//!
//! This crate knows nothing of strategies, questions or any language.

pub mod definition;
pub mod error;
pub mod frame;
pub mod kind;
pub mod meta;
pub mod raw;
pub mod read;
pub mod ring;
pub mod sealer;
pub mod value;
pub mod version;
pub mod wire;
