//! Where the bug is, when answers may be mistaken.
//!
//! A certain answer removes suspects. An answer that may be mistaken only makes them less likely: every
//! node keeps a probability, the [`Posterior`], and an answer about a subtree multiplies what is inside
//! and what is outside by how well each explains it. Since a subtree is one stretch of the preorder, q
//! answers cut the tree into at most 2q + 1 stretches of equal weight, whatever its size.
//!
//! * [`rates`]: how often somebody errs, and what an answer of theirs is worth;
//! * [`posterior`]: what all answers together say about every node;
//! * [`choose`]: the question that tells most, in O(q log n) on a tree of n nodes;
//! * [`likeliest`]: the fewest nodes that hold the bug as surely as wanted;
//! * [`learn`]: error rates learned from where somebody was contradicted by certain answers;
//! * [`search`]: a whole search, with somebody who may err and somebody who does not.
//!
//! Errors *persist*: who is asked the same again says the same again. So nobody is asked twice about
//! one node, and asking about its neighbours is what makes an answer surer.

pub mod choose;
pub mod learn;
pub mod likeliest;
pub mod posterior;
pub mod rates;
pub mod search;

pub use choose::{Choice, choose};
pub use learn::Record;
pub use likeliest::Likeliest;
pub use posterior::{Evidence, Posterior, Verdict};
pub use rates::{ErrorRates, RateError};
pub use search::{Next, Search};
