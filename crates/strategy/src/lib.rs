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

mod balance_cost;
pub mod context;
mod dynamic_weighting;
pub mod eval;
mod minimax;
pub mod name;
mod optimal;
pub mod response;
mod rollout;
mod routines;
pub mod scan;
pub mod select;
mod single_stepping;
mod strategy;
mod top_down;

pub use elenchus_exact::Budget;

pub use context::{Context, CostError, Costs, RoutineCounts};
pub use name::{StrategyName, UnknownStrategy};
pub use response::{Reason, Response, Rule};
pub use strategy::Strategy;
