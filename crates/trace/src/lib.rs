//! The trace: a recorded execution on disk.
//!
//! A recorder of any language writes *raw records* into the slots of memory-mapped *rings*; a *sealer* packs full slots
//! into *frames*; *definitions* say what the numbers in records mean. Readers follow the files while they grow, or open
//! them after the end, whether the program ended by itself or was killed. `docs/design/trace-format.md` describes the files well
//! enough to write a recorder from it alone.
//!
//! **Where to start.** A recorder uses [`sealer::Sealer`]. A reader uses [`Trace`]:
//!
//! | ask | with |
//! |---|---|
//! | open, or follow a run that goes on | [`Trace::open`], [`Follower`] ([`Trace::attach`], [`Trace::advance`] and [`Trace::index`] by hand) |
//! | the execution tree, and keys of its nodes | [`Trace::snapshot`] |
//! | what went into a node and came out | [`Trace::node`], [`Trace::output`] |
//! | what it changed | [`Trace::effects`] |
//! | what it did, step by step | [`Trace::action_from`], [`Trace::action_until`] |
//! | what an object held, who wrote it last | [`Trace::state_at`], [`Trace::value_at`], [`Trace::last_writer`], [`Trace::maker`] |
//! | what could not be read | [`Trace::damage`], [`check`] without making a tree |
//! | size, calls, time, how it ended | [`Trace::info`] |
//!
//! | module | holds |
//! |---|---|
//! | [`kind`], [`wire`], [`words`], [`version`], [`error`] | the ground: kinds of values, encodings, versions, errors |
//! | [`definition`] | what the numbers stand for |
//! | [`raw`] | the records themselves |
//! | [`ring`], [`frame`], [`sealer`], [`meta`], [`private`] | the files of a trace, written |
//! | [`read`], [`value`] | a trace read: tree, nodes, heap history |
//! | [`synthetic`] | made-up traces of any size, for tests and measurements |
//!
//! This crate knows nothing of strategies, questions or any language.

pub mod definition;
pub mod error;
pub mod frame;
pub mod kind;
pub mod meta;
pub mod private;
pub mod raw;
pub mod read;
pub mod ring;
pub mod sealer;
pub mod synthetic;
pub mod value;
pub mod version;
pub mod wire;
pub mod words;

pub use error::Error;
pub use read::asking::abreast::Abreast;
pub use read::asking::effects::{Effect, Effects, Screen};
pub use read::asking::history::{Origin, Writer};
pub use read::asking::node::{LocalValue, NodeData, NodeKind, Outcome, Output};
pub use read::asking::steps::{Action, Done};
pub use read::asking::touched::Touched;
pub use read::budget::{Bounds, Budget};
pub use read::check::check;
pub use read::damage::Damage;
pub use read::follow::Follower;
pub use read::info::{HowEnded, Info};
pub use read::trace::{Snapshot, Trace};
pub use read::tree::forest::{Forest, code};
pub use read::tree::machine::label;
pub use value::{NodeKey, Ref, Target, Thing, Time, Value};
