//! Recorded runs compared with each other, to answer questions without a person.
//!
//! * [`canonical`](mod@canonical), [`behaviour`](mod@behaviour) – one normal form of states, to compare
//!   different runs, [`leaving`](mod@leaving), how loops leave their routines, and [`doubt`], why that may not be possible;
//! * [`oracle`] – a recording of a right version, by equal states anywhere in it;
//! * [`course`] – the same recording, by the same place in it; and [`alike`], whether it can be compared;
//! * [`pair`] – two runs side by side: [`changes`], where their code differs, [`places`], where it ran, [`common`], the state that both have,
//!   [`counterparts`], which nodes correspond, [`alongside`], how two pieces compare, [`differs`], what differs in words, and [`unseen`] and [`hashed`], what that may depend on unseen;
//! * [`suspects`] – what of a run can hold the bug at all;
//! * [`remembered`] – verdicts of earlier runs, and what is kept of this one.

pub mod alike;
mod alongside;
pub mod behaviour;
pub mod canonical;
pub mod changes;
mod common;
mod counterparts;
pub mod course;
mod differs;
pub mod doubt;
mod hashed;
mod leaving;
pub mod oracle;
pub(crate) mod pair;
pub mod places;
pub mod remembered;
pub mod suspects;
mod unseen;

pub(crate) use leaving::left_routine;
