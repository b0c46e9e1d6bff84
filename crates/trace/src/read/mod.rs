//! Reading a trace, in stages:
//!
//! | stage | folder | makes |
//! |---|---|---|
//! | 1 taking in | [`slots`] | blocks of records, from frames and rings, in the order of time |
//! | 2 the tree | [`tree`] | nodes, one tree for each strand, put together into a forest |
//! | 3 the object index | [`objects`] | in which blocks a place was written |
//! | 4 asking | [`asking`] | one node in full, what objects held, what changed |
//!
//! All stages keep what they make in [`storage`] and note in [`damage`] what could not be read; [`check`](fn@check::check) finds that out without making a tree. [`trace`](mod@trace) is the façade, and [`intake`] and [`follow`] are
//! the threads behind it; [`info`] is a trace in numbers, and [`budget`] how much memory may be used.
//!
//! Invariants: columns only grow, and a published [`tree::forest::Forest`] never changes; whatever the bytes say, opening and closing stay
//! balanced, nothing recurses over nodes, and nothing is allocated because a damaged number asks for it.

pub(crate) mod asking;
pub(crate) mod budget;
pub(crate) mod check;
pub(crate) mod damage;
pub(crate) mod follow;
pub(crate) mod info;
mod intake;
pub mod objects;
mod slots;
mod storage;
pub(crate) mod trace;
pub(crate) mod tree;
