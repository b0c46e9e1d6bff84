//! The execution tree, and what is known about it.
//!
//! An execution tree records one run: every node is a piece of code that ran (a routine call, a
//! loop, some iterations of it, …) together with the state before and after; its children are the
//! pieces that ran inside it. This crate holds only the *shape* of that tree and the *knowledge*
//! that answers bring. It is pure data: no files, no languages, no people.
//!
//! The modules, in the order in which data flows through them:
//!
//! * [`place`] – the three trees that a node can be named in, as types;
//! * [`node`] – names of nodes and routines, and the five kinds of node;
//! * [`columns`] – where its columns live: in memory, or in a recording larger than memory;
//! * [`tree`](mod@tree) – the tree itself, in preorder, finished or still growing;
//! * [`mass`] – how much suspicion each node's own code carries;
//! * [`marks`] – what can be said about a node;
//! * [`RoutinesRan`] – which routines ran in a piece of it;
//! * [`removed`] – the parts of the tree that answers have cleared;
//! * [`root`] – what is known about the root of a search;
//! * [`search`] – the search space: the nodes that may still hold the bug.
//!
//! Invariants that the rest of the project relies on:
//!
//! * Nodes are numbered in preorder, so the subtree of `v` is the contiguous range
//!   `v .. v + size(v)`, the first child of `v` is `v + 1`, and a node's next sibling follows its
//!   subtree.
//! * Nothing recurses over the tree: a chain of 10^7 nodes is as safe as a star.
//! * Masses are integers, so that "all of it" and "none of it" are exact.

mod builder;
pub mod columns;
pub mod marks;
pub mod mass;
pub mod node;
pub mod place;
mod ran;
mod rank;
pub mod removed;
pub mod root;
mod sampled;
pub mod search;
pub mod tree;

pub use builder::TreeBuilder;
pub use columns::Columns;
pub use marks::Answer;
pub use mass::Masses;
pub use node::{Kind, NodeId, RoutineId};
pub use place::Place;
pub use ran::RoutinesRan;
pub use removed::Removed;
pub use root::{RootIs, RootStatus, UnknownRoot};
pub use search::SearchSpace;
pub use tree::{Order, Tree, TreeError};
