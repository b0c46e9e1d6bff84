//! Optimal: the fewest questions on average, by the exact solver, within its budget.

use elenchus_exact::{Budget, OverBudget, SpaceProblem, optimal};
use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::Context;
use crate::strategies::Rule;

/// The first question of an optimal dialogue, if any question below the root tells something.
pub fn choose(
    space: &SearchSpace<'_>,
    context: &Context<'_>,
    budget: &Budget,
) -> Result<Option<(NodeId, Rule)>, OverBudget> {
    check_size(space, budget)?;
    let cost_of = context.costs.map(|costs| |node| costs.whole(node));
    let cost_of = cost_of.as_ref().map(|f| f as &dyn Fn(NodeId) -> u64);
    let part = SpaceProblem::of_space(space, cost_of);
    let solved = optimal::solve(&part.problem, budget)?;
    let first = solved.first.map(|first| part.nodes[first as usize]);
    // The solver also knows the last question, about a root that is not known to be wrong.
    Ok(first
        .filter(|&node| node != space.root())
        .map(|node| (node, Rule::FewestOnAverage)))
}

/// A first question of an optimal dialogue, and the sum over all bug positions of mass times questions.
#[derive(Clone, Copy, Debug)]
pub struct Optimum {
    pub first: NodeId,
    pub total: f64,
}

/// The optimum where every question costs one, without the last question about a root that is not
/// known to be wrong, which is the same for all strategies.
pub fn solve_below_root(
    space: &SearchSpace<'_>,
    budget: &Budget,
) -> Result<Option<Optimum>, OverBudget> {
    check_size(space, budget)?;
    let mut part = SpaceProblem::of_space(space, None);
    part.problem.root_unknown = false;
    let solved = optimal::solve(&part.problem, budget)?;
    Ok(solved.first.map(|first| Optimum {
        first: part.nodes[first as usize],
        total: solved.total as f64,
    }))
}

/// Counting suspects is quick, taking the part out of a huge tree is not.
fn check_size(space: &SearchSpace<'_>, budget: &Budget) -> Result<(), OverBudget> {
    let nodes = usize::try_from(space.suspects()).unwrap_or(usize::MAX);
    if nodes > budget.nodes {
        let allowed = budget.nodes;
        return Err(OverBudget::Nodes { nodes, allowed });
    }
    Ok(())
}
