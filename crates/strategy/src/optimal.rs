//! Optimal: the fewest questions on average, by the exact solver, within its budget.

use elenchus_exact::{Budget, OverBudget, Part, optimal};
use elenchus_tree::{NodeId, SearchSpace};

use crate::context::Context;
use crate::response::Rule;

/// The first question of an optimal dialogue, if any question below the root tells something.
pub fn choose(
    space: &SearchSpace<'_>,
    context: &Context<'_>,
    budget: &Budget,
) -> Result<Option<(NodeId, Rule)>, OverBudget> {
    // Counting suspects is quick, taking the part out of a huge tree is not.
    let suspects = usize::try_from(space.suspects()).unwrap_or(usize::MAX);
    if suspects > budget.nodes {
        return Err(OverBudget::Nodes {
            nodes: suspects,
            allowed: budget.nodes,
        });
    }
    let cost_of = context.costs.map(|costs| |node| costs.whole(node));
    let cost_of = cost_of.as_ref().map(|f| f as &dyn Fn(NodeId) -> u64);
    let part = Part::of_space(space, cost_of);
    let solved = optimal::solve(&part.problem, budget)?;
    let first = solved.first.map(|first| part.nodes[first as usize]);
    // The solver also knows the last question, about a root that is not known to be wrong.
    Ok(first
        .filter(|&node| node != space.root())
        .map(|node| (node, Rule::FewestOnAverage)))
}
