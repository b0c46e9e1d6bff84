//! Stage 4, asking: what one node did, and what objects held.
//!
//! * [`node`] shows one node in full;
//! * [`history`] tells what an object held at a time and who wrote it: [`search`] collects what records say of its places, [`apply`] says what a record
//!   does to an object, [`grown`] puts together texts that were told in pieces;
//! * [`effects`] tells what a node changed;
//! * [`abreast`] tells what other strands wrote at about the same time;
//! * [`touched`] tells what was written between two moments, by object;
//! * [`steps`] goes through what a node's own code did, step by step.

pub mod abreast;
mod apply;
pub mod effects;
mod grown;
pub mod history;
pub mod node;
mod search;
pub mod steps;
pub mod touched;
