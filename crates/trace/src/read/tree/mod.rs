//! Stage 2, the tree: records become nodes, and nodes lead back to their records.
//!
//! * [`machine`] has the rules by which records open and close nodes;
//! * [`build`] goes through the records once and grows one tree for each [`strand`];
//! * [`parens`] keeps the shape of such a tree as balanced parentheses;
//! * [`forest`] is all strands at one moment, as one tree in preorder;
//! * [`locate`] finds the records of a node again.

pub mod build;
pub mod forest;
pub mod locate;
pub mod machine;
pub mod parens;
pub mod strand;
