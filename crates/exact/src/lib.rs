//! Exact answers about the number of questions: what is possible at best, and how to reach it.
//!
//! The strategies that users choose live in another crate; here are the solvers behind the two exact
//! ones, the bounds that are shown beside a strategy's figures, and the paper's own algorithm as an
//! oracle for tests.
//!
//! * [`problem`] – the plain input of the solvers;
//! * [`bounds`] – totals that no strategy can beat;
//! * [`optimal`] – the fewest questions on average, by branch and bound;
//! * [`minimax`] – the fewest questions in the worst case, in polynomial time;
//! * [`dbq`] – 001's own algorithm, for small trees only;
//! * [`sample`] – random trees for benchmarks and tables.
//!
//! Asking about a node cuts the edge to its parent: *wrong* keeps the part below, *right* the rest. So
//! all of this is about cutting the edges of a tree until one node is left.

pub mod bounds;
pub mod dbq;
pub mod minimax;
pub mod optimal;
pub mod problem;
pub mod sample;

pub use minimax::MinimaxLabels;
pub use optimal::{Budget, Optimal, OverBudget};
pub use problem::{Problem, SpaceProblem};
