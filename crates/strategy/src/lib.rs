//! Which question to ask next.
//!
//! A [`Strategy`] looks at the [search space](elenchus_tree::SearchSpace) that the answers so far
//! have left, and says what to do: [ask](Response::Ask) about a node, report a
//! [bug](Response::Bug), report [candidates](Response::Candidates) that no question can tell apart,
//! [wait](Response::Wait) for a program that is still running, or stop. It knows nothing of values,
//! files or people.
//!
//! Rules that every strategy keeps:
//!
//! * It is a function of the space and the [`Context`]: the same question for the same knowledge.
//! * It asks only nodes that [can be asked](elenchus_tree::SearchSpace::is_askable): finished, not
//!   trusted, not already answered with "don't know".
//! * It asks only nodes that divide the suspicion: neither none nor all of it is inside.
//! * A root that is known to be wrong is never asked; one that is not known is asked when nothing
//!   else can be.
//! * Among equally good nodes it asks the one that was entered first, unless its own page says
//!   otherwise.
//!
//! What a question costs to choose, with n nodes in the tree, s in the space, k children below its root
//! and q cleared intervals in it:
//!
//! | strategies | once | a question |
//! |---|---|---|
//! | `divide-query`, `divide-query-shapiro`, `heaviest-first` | n | (q + 1) log n |
//! | `minimax` | n, a little more below nodes with many children | (q + 1) log n |
//! | `auto` | n | as `divide-query` above 500 suspects, then as `rollout` |
//! | `rollout` | n | s log s to s², s ≤ 2,000 suspects |
//! | `optimal` | | what its [`Budget`] allows |
//! | `top-down` | | log n, steps over children without mass |
//! | the other top-down ones | | k, `more-rules-first` s |
//! | `single-stepping` | | the suspects on one way down |
//! | `divide-by-rules`, `dynamic-weighting` | | s log s |
//!
//! Where nodes that would be chosen cannot be asked (don't-know, or trusted with cleared parts inside),
//! each of them adds log n. With costs that differ, nodes are looked at in the order of balance until no
//! cheaper one can be better.
//!
//! The modules: [`strategies`] holds the table of strategies and a module for each of them or their family;
//! [`context`] and [`response`] are what goes in and out; [`scan`] defines what
//! dividing means; [`select`] does the same quickly; [`effort`] chooses among nearly equal questions;
//! [`eval`] measures strategies.

pub mod context;
pub mod effort;
pub mod eval;
pub mod response;
pub mod scan;
pub mod select;
pub mod strategies;
mod strategy;

pub use elenchus_exact::Budget;

pub use context::{Context, CostError, Costs, RoutineCounts};
pub use effort::Effort;
pub use response::{Reason, Response};
pub use strategies::{Facts, Rule, StrategyName, UnknownStrategy, Walk};
pub use strategy::Strategy;
